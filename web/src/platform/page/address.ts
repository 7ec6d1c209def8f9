/** An address of ours: the path, and the query with its `?`; `entry` is what its page holds in the history. */
export interface Address {
  readonly path: string;
  readonly search: string;
  readonly entry?: unknown;
}

/** The path at which the page was reloaded; null where it was opened. */
export function reloadedPath(): string | null {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && "type" in navigation && navigation.type === "reload" ? new URL(navigation.name).pathname : null;
}

/** The path and query of an address on this site; null for any other. */
export function addressHere(href: string): Address | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url?.origin === location.origin ? { path: url.pathname, search: url.search } : null;
}

/** A path of ours as others can follow it. */
export const wholeAddress = (path: string): string => new URL(path, location.origin).href;
