import type { Offer, OfferLine } from "./offers-shape.ts";

/** What the lines that count cost together (OFF-3): net, VAT rounded half up once for each rate, and both. */
export function totalsOf(lines: readonly OfferLine[]): Offer["totals"] {
  const counted = lines.filter(({ status }) => status === "offered" || status === "accepted");
  const byRate = Map.groupBy(counted, ({ vatPercent }) => vatPercent);
  const nets = [...byRate].map(([rate, some]) => [BigInt(rate), sum(some.map(({ total }) => inBani(total)))] as const);
  const net = sum(nets.map(([, each]) => each));
  const vat = sum(nets.map(([rate, each]) => (each * rate + 50n) / 100n));
  return { net: asMoney(net), vat: asMoney(vat), gross: asMoney(net + vat) };
}

/** The offer with other states of some lines, and the totals that follow. */
export function withStates(offer: Offer, states: ReadonlyMap<number, OfferLine["status"]>): Offer {
  if (states.size === 0) return offer;
  const lines = offer.lines.map((line) => ({ ...line, status: states.get(line.id) ?? line.status }));
  return { ...offer, lines, totals: totalsOf(lines) };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);

/** Exact, however large (OFF-1a). */
const inBani = (money: string): bigint => BigInt(money.replace(".", ""));

function asMoney(bani: bigint): string {
  const digits = String(bani).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
