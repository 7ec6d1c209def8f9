import { lettersOf } from "../state/letters.ts";
import { regionOf } from "./time-label.ts";
import { shownName } from "../state/files/shown-name.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
/** Units grow in steps of 1,024, like the server's limits: a file of 25 MiB is "25 MB". */
const step = 1024;

export function sizeLabel(bytes: number, locale: string): string {
  // Keeps the number and its unit on one line.
  const space = "\u00a0";
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(step)));
  if (power === 0) return `${bytes}${space}B`;
  const count = bytes / step ** power;
  return new Intl.NumberFormat(regionOf(locale), {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: count < 10 ? 1 : 0,
  })
    .format(count)
    .replaceAll(" ", space);
}

const endMin = 8;

/** Splits a name so that only its start is ever cut and the extension always shows. Drops direction characters. */
export function namePieces(name: string): { readonly start: string; readonly end: string } {
  const letters = lettersOf(shownName(name));
  const dot = letters.lastIndexOf(".");
  const ending = dot > 0 && letters.length - dot <= 6 ? letters.length - dot : 0;
  const at = Math.max(0, letters.length - Math.max(endMin, ending + 4));
  return { start: letters.slice(0, at).join(""), end: letters.slice(at).join("") };
}
