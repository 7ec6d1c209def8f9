import type { Offer, OfferLine } from "@cuplaj/protocol/offer.ts";

/** What totals are made of: net RON as a decimal string with two digits (OFF-1), VAT in per cent. */
export type PricedLine = Readonly<Pick<OfferLine, "qty" | "unit_price" | "vat_rate" | "status">>;

/** OFF-1: a line's net total as a decimal string with two digits. */
export function lineTotal(line: Pick<PricedLine, "qty" | "unit_price">): string {
  return fromBani(netBani(line));
}

/**
 * OFF-1, OFF-3: net, VAT and gross of an offer. VAT is rounded half up once for each rate, as on an invoice; alternatives
 * and declined lines do not count. All sums are whole bani, never floats.
 */
export function offerTotals(lines: readonly PricedLine[]): Offer["totals"] {
  const netByRate = new Map<number, number>();
  for (const line of lines.filter(isCounted)) {
    netByRate.set(line.vat_rate, (netByRate.get(line.vat_rate) ?? 0) + netBani(line));
  }
  const net = sum([...netByRate.values()]);
  const vat = sum([...netByRate].map(([rate, bani]) => Math.floor((bani * rate + 50) / 100)));
  return { net: fromBani(net), vat: fromBani(vat), gross: fromBani(net + vat) };
}

function isCounted({ status }: PricedLine): boolean {
  return status === "offered" || status === "accepted";
}

function netBani({ qty, unit_price: unitPrice }: Pick<PricedLine, "qty" | "unit_price">): number {
  return qty * Number(unitPrice.replace(".", ""));
}

function fromBani(bani: number): string {
  const digits = String(bani).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
