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
  const netByRate = new Map<number, bigint>();
  for (const line of lines.filter(isCounted)) {
    netByRate.set(line.vat_rate, (netByRate.get(line.vat_rate) ?? 0n) + netBani(line));
  }
  const net = sum([...netByRate.values()]);
  const vat = sum([...netByRate].map(([rate, bani]) => (bani * BigInt(rate) + 50n) / 100n));
  return { net: fromBani(net), vat: fromBani(vat), gross: fromBani(net + vat) };
}

function isCounted({ status }: PricedLine): boolean {
  return status === "offered" || status === "accepted";
}

function netBani({ qty, unit_price: unitPrice }: Pick<PricedLine, "qty" | "unit_price">): bigint {
  return BigInt(qty) * BigInt(unitPrice.replace(".", ""));
}

function fromBani(bani: bigint): string {
  const digits = String(bani).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
