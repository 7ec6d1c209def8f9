import { navigate } from "wouter/use-browser-location";
import { framedPath, isInFrame } from "./frame-address.ts";
import { isOpenOverPage, isOverPage } from "./use-back-to-close.ts";

/** An address of ours: the path, and the query with its `?`; `entry` is what its entry in the history holds. */
export interface Address {
  readonly path: string;
  readonly search: string;
  readonly entry?: unknown;
}

/** The current address. */
export const currentAddress = (): Address => ({
  path: location.pathname,
  search: location.search,
  entry: history.state as unknown,
});

/** The path at which the page was reloaded; null where it was opened. */
export function reloadedPath(): string | null {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && "type" in navigation && navigation.type === "reload" ? new URL(navigation.name).pathname : null;
}

/** Goes to a path of ours; listeners are called before this returns. What lies open over the page leaves the history. */
export const goToAddress = (to: string, replace: boolean, entry: unknown = null): void =>
  navigate(isInFrame() ? framedPath(to) : to, { replace: replace || isOpenOverPage(), state: entry });

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
    if (isSame && (isOverPage() || (type === "popstate" && isSameEntry(address, last)))) return;
    last = address;
    listener(address);
  };
  // The router's own names for its history events, beside the browser's.
  for (const name of ["popstate", "pushState", "replaceState"]) window.addEventListener(name, report);
}

const isSameEntry = (a: Address, b: Address): boolean => JSON.stringify(a.entry) === JSON.stringify(b.entry);
