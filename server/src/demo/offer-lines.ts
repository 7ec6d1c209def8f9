import type { OfferLineStatus, OfferLineToStore } from "@cuplaj/protocol/offer.ts";

/** The Romanian standard VAT rate in per cent, since 1 August 2025. */
const vatRate = 21;

const statuses: readonly OfferLineStatus[] = ["offered", "alternative", "accepted", "declined"];
const columns = /^(.+?) *\| *(.+?) *\| *(.+?) *\| *(\d+) *\| *(\d+\.\d\d) *\| *(\d+) *\| *(\d+) *\| *([a-z]+)$/u;

/**
 * Parses one part per line: `brand | code | name | quantity | unit price | stock | delivery days | status`; net prices in RON. Throws on a
 * malformed line.
 */
export function readOfferLines(table: string): OfferLineToStore[] {
  return table
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readLine);
}

function readLine(line: string, index: number): OfferLineToStore {
  const [, brand = "", code = "", name = "", qty, price = "", stock, days, word] = columns.exec(line) ?? [];
  const status = statuses.find((status) => status === word);
  if (status === undefined) throw new Error(`This is no line of an offer: ${line}`);
  return {
    ...{ id: index + 1, brand, code, name, status, unit_price: price, vat_rate: vatRate },
    ...{ qty: Number(qty), stock: Number(stock), delivery_days: Number(days) },
  };
}
