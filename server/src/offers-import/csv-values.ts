import { romanianDayEnd } from "../kernel/clock.ts";
import type { NumberStyle } from "../text-files/read-rows.ts";

/** Parses a whole number; returns the cell itself if it is not one. */
export function readWhole(cell: string, style: NumberStyle): number | string {
  const digits = withoutThousands(cell, thousandsBefore(undefined, style));
  return digits !== null && /^(?:0|[1-9]\d*)$/u.test(digits) ? Number(digits) : cell;
}

/**
 * Returns a price with two decimals, or the cell itself if it is invalid. One or two digits after the last mark are decimals in either style; three
 * are thousands, and ambiguous unless they match the file's style.
 */
export function readPrice(cell: string, style: NumberStyle): string {
  const [, whole = "", mark, decimals = ""] = /^(\d[\d.,]*?)(?:([.,])(\d{1,2}))?$/u.exec(cell) ?? [];
  const digits = withoutThousands(whole, thousandsBefore(mark, style));
  return digits === null ? cell : `${Number(digits)}.${decimals.padEnd(2, "0")}`;
}

/** Returns the thousands separator that belongs to a decimal mark or, without a mark, to the file's style. */
function thousandsBefore(mark: string | undefined, style: NumberStyle): "." | "," {
  if (mark !== undefined) return mark === "," ? "." : ",";
  return style === "romanian" ? "." : ",";
}

/** Removes separators between groups of three digits; null if the groups are invalid. */
function withoutThousands(whole: string, separator: "." | ","): string | null {
  const [first = "", ...groups] = whole.split(separator);
  const isGrouped =
    groups.length === 0 || (/^[1-9]\d{0,2}$/u.test(first) && groups.every((group) => group.length === 3));
  const digits = [first, ...groups].join("");
  return isGrouped && /^\d{1,15}$/u.test(digits) ? digits : null;
}

/** Returns a moment in wire format. A bare day (`31.12.2026`, `2026-12-31`) means its last second in Romania; any other text is returned as it is. */
export function readMoment(cell: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u.exec(cell) ?? [];
  const date = year === "" ? cell : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return romanianDayEnd(date) ?? cell;
}
