import { systemClock } from "../clock.ts";

/** A download begins within this time, ms: its memory is not given back sooner. */
const beginMs = 60_000;

/** Saves bytes as a download of this name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  systemClock.later(beginMs, () => URL.revokeObjectURL(link.href));
}
