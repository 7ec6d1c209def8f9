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
