export interface Address {
  readonly path: string;
  readonly search: string;
  readonly entry?: unknown;
}

export function reloadedPath(): string | null {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && "type" in navigation && navigation.type === "reload" ? new URL(navigation.name).pathname : null;
}

export function addressHere(href: string): Address | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url?.origin === location.origin ? { path: url.pathname, search: url.search } : null;
}

let taken = "";

/** Returns the address's fragment and removes it, so that a secret stays neither on screen nor in the history (USR-5b). */
export function takeFragment(): string {
  const { hash, pathname, search } = window.location;
  if (hash === "") return taken;
  taken = hash.slice(1);
  window.history.replaceState(window.history.state, "", pathname + search);
  return taken;
}
