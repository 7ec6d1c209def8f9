import type { Offer, OfferLine } from "./offer.ts";

/** A line's share of the totals: net total as a two-digit decimal string (OFF-1), VAT rate in per cent, status. */
export type PricedLine = Readonly<Pick<OfferLine, "total" | "vat_rate" | "status">>;

/** OFF-1: net total of a line as a two-digit decimal string. */
export const lineTotal = ({ qty, unit_price: price }: Readonly<Pick<OfferLine, "qty" | "unit_price">>): string =>
  asMoney(BigInt(qty) * inBani(price));

/** OFF-1, OFF-3: totals in whole bani. VAT is rounded half up once per rate; alternatives and declined lines do not count. */
export function offerTotals(lines: readonly PricedLine[]): Offer["totals"] {
  const netByRate = new Map<number, bigint>();
  for (const { vat_rate: rate, total } of lines.filter(isCounted)) {
    netByRate.set(rate, (netByRate.get(rate) ?? 0n) + inBani(total));
  }
  const net = sum([...netByRate.values()]);
  const vat = sum([...netByRate].map(([rate, bani]) => (bani * BigInt(rate) + 50n) / 100n));
  return { net: asMoney(net), vat: asMoney(vat), gross: asMoney(net + vat) };
}

const isCounted = ({ status }: PricedLine): boolean => status === "offered" || status === "accepted";

const inBani = (money: string): bigint => BigInt(money.replace(".", ""));

function asMoney(bani: bigint): string {
  const digits = String(bani).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
