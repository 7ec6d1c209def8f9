import { romanianDayEnd } from "../kernel/clock.ts";
import type { NumberStyle } from "../text-files/read-rows.ts";

/** A whole number as a cell has it; the cell itself where it is none. */
export function readWhole(cell: string, style: NumberStyle): number | string {
  const digits = withoutThousands(cell, thousandsBefore(undefined, style));
  return digits !== null && /^(?:0|[1-9]\d*)$/u.test(digits) ? Number(digits) : cell;
}

/**
 * A price with two decimals as the wire writes it; the cell itself where it is none. One or two digits behind the last mark are
 * decimals in either style; three are thousands, and where that is not the style of the file nobody knows what was meant.
 */
export function readPrice(cell: string, style: NumberStyle): string {
  const [, whole = "", mark, decimals = ""] = /^(\d[\d.,]*?)(?:([.,])(\d{1,2}))?$/u.exec(cell) ?? [];
  const digits = withoutThousands(whole, thousandsBefore(mark, style));
  return digits === null ? cell : `${Number(digits)}.${decimals.padEnd(2, "0")}`;
}

/** What separates thousands where that mark, if any, stands before the decimals. */
function thousandsBefore(mark: string | undefined, style: NumberStyle): "." | "," {
  if (mark !== undefined) return mark === "," ? "." : ",";
  return style === "romanian" ? "." : ",";
}

/** Digits alone, from groups of three or none; null where it is something else. */
function withoutThousands(whole: string, separator: "." | ","): string | null {
  const [first = "", ...groups] = whole.split(separator);
  const isGrouped =
    groups.length === 0 || (/^[1-9]\d{0,2}$/u.test(first) && groups.every((group) => group.length === 3));
  const digits = [first, ...groups].join("");
  return isGrouped && /^\d{1,15}$/u.test(digits) ? digits : null;
}

/**
 * A moment as the wire writes it: of a day alone (`31.12.2026` or `2026-12-31`) its last second in Romania. The cell itself where it
 * is neither.
 */
export function readMoment(cell: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u.exec(cell) ?? [];
  const date = year === "" ? cell : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return romanianDayEnd(date) ?? cell;
}
