import { navigate } from "wouter/use-browser-location";

/** An address of ours: the path, and the query with its `?`. */
export interface Address {
  readonly path: string;
  readonly search: string;
}

/** The current address. */
export const currentAddress = (): Address => ({ path: location.pathname, search: location.search });

/** Goes to a path of ours; listeners are called before this returns. */
export const goToAddress = (to: string, replace: boolean): void => navigate(to, { replace });

/** Listens for each address change: by the router, by links, by the back button. */
export function onAddressChange(listener: (address: Address) => void): void {
  const report = () => listener(currentAddress());
  // The router's own names for its history events, beside the browser's.
  for (const name of ["popstate", "pushState", "replaceState"]) window.addEventListener(name, report);
}
