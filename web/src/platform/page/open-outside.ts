import { systemClock } from "../clock.ts";

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

/** How long the blob must stay in memory, ms, so that the download can begin. */
const beginMs = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  systemClock.later(beginMs, () => URL.revokeObjectURL(link.href));
}

export type NewTab = NonNullable<ReturnType<typeof openTab>>;

/** Opens an empty tab; must be called during a press. Null if the browser blocks it. */
export function openTab() {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  tab.opener = null;
  return { goTo: (address: string): void => tab.location.replace(address), close: (): void => tab.close() };
}
