/** EMB-7: opens this page's address in a window of its own, outside of the frame. */
export function openOutside(): void {
  const url = new URL(location.href);
  const from = url.searchParams.get("from");
  if (from !== null) url.searchParams.set("from", withoutEmbed(new URL(from, url)));
  window.open(new URL(withoutEmbed(url), url), "_blank", "noopener");
}

function withoutEmbed(url: URL): string {
  url.searchParams.delete("embed");
  return url.pathname + url.search + url.hash;
}
