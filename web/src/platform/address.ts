import { navigate } from "wouter/use-browser-location";
import { overMark } from "./use-back-to-close.ts";

/** An address of ours: the path, and the query with its `?`. */
export interface Address {
  readonly path: string;
  readonly search: string;
}

/** The current address. */
export const currentAddress = (): Address => ({ path: location.pathname, search: location.search });

/** Goes to a path of ours; listeners are called before this returns. */
export const goToAddress = (to: string, replace: boolean): void => navigate(to, { replace });

/** The path and query of an address on this site; null for any other. */
export function addressHere(href: string): Address | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url?.origin === location.origin ? { path: url.pathname, search: url.search } : null;
}

/** A path of ours as others can follow it. */
export const wholeAddress = (path: string): string => new URL(path, location.origin).href;

/**
 * Listens for each going to an address: by the router, by links, by the back button. The same address again counts where it was
 * asked for, not where something that lay over the page opened or closed.
 */
export function onAddressChange(listener: (address: Address) => void): void {
  let last = currentAddress();
  const report = ({ type }: Event) => {
    const address = currentAddress();
    const isSame = address.path === last.path && address.search === last.search;
    if (isSame && (type === "popstate" || history.state === overMark)) return;
    last = address;
    listener(address);
  };
  // The router's own names for its history events, beside the browser's.
  for (const name of ["popstate", "pushState", "replaceState"]) window.addEventListener(name, report);
}
