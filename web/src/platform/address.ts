import { navigate } from "wouter/use-browser-location";

/** An address of ours: the path, and the query with its `?`. */
export interface Address {
  readonly path: string;
  readonly search: string;
}

/** The address in the bar. */
export const currentAddress = (): Address => ({ path: location.pathname, search: location.search });

/** Goes to a path of ours; whoever listens hears of it before this returns. */
export const goToAddress = (to: string, replace: boolean): void => navigate(to, { replace });

/** Hears every change of the address: by the router, by links, by the back button. */
export function onAddressChange(listener: (address: Address) => void): void {
  const report = () => listener(currentAddress());
  // The router's own names for what it reports of the history, beside the browser's.
  for (const name of ["popstate", "pushState", "replaceState"]) window.addEventListener(name, report);
}
