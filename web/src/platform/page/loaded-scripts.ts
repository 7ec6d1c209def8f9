const builtScript = /^\/assets\/[\w-]+\.js$/;

/** Watches which built scripts this page loads: answers the path of one, and null for any other address. */
export function watchLoadedScripts(): (address: string) => string | null {
  const loaded = new Set<string>();
  const take = (entries: readonly PerformanceEntry[]): void => {
    for (const { name } of entries) if (builtScript.test(pathOf(name) ?? "")) loaded.add(name);
  };
  // Unlike the list of entries, which is full after 250, an observer misses none.
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "resource", buffered: true });
  return (address) => {
    take(observer.takeRecords());
    return loaded.has(address) ? pathOf(address) : null;
  };
}

/** The path of an address of our origin. */
function pathOf(address: string): string | null {
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : null;
}
