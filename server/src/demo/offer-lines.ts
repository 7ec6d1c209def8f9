import type { OfferLineStatus } from "@cuplaj/protocol/offer.ts";

/** One part of a demo offer, as it is typed in. `unitPrice` is net RON, a decimal string with two places (OFF-1). */
interface DemoOfferLine {
  readonly brand: string;
  readonly code: string;
  readonly name: string;
  readonly qty: number;
  readonly unitPrice: string;
  /** Pieces at hand. */
  readonly stock: number;
  readonly deliveryDays: number;
  readonly status: OfferLineStatus;
}

/** The Romanian standard rate in per cent, since 1 August 2025. */
export const vatRate = 21;

const statuses: readonly OfferLineStatus[] = ["offered", "alternative", "accepted", "declined"];
const columns = /^(.+?) *\| *(.+?) *\| *(.+?) *\| *(\d+) *\| *(\d+\.\d\d) *\| *(\d+) *\| *(\d+) *\| *([a-z]+)$/u;

/**
 * Reads a table of one part a line, `brand | code | name | quantity | unit price | stock | delivery days | status`.
 * Throws on a line of another form: the table is part of the program.
 */
export function readOfferLines(table: string): readonly DemoOfferLine[] {
  return table
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readLine);
}

function readLine(line: string): DemoOfferLine {
  const [, brand = "", code = "", name = "", qty, unitPrice = "", stock, deliveryDays, word] = columns.exec(line) ?? [];
  const status = statuses.find((status) => status === word);
  if (status === undefined) throw new Error(`This is no line of an offer: ${line}`);
  return {
    brand,
    code,
    name,
    qty: Number(qty),
    unitPrice,
    stock: Number(stock),
    deliveryDays: Number(deliveryDays),
    status,
  };
}
