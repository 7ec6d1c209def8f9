import { type Content, type Line, withLine } from "./offer.ts";

const catalogue = [
  { code: "1K0 615 301 AA", brand: "TRW", name: "Disc frână față", price: 214.5 },
  { code: "5Q0 698 151 E", brand: "ATE", name: "Plăcuțe frână față", price: 182 },
  { code: "624 3477 33", brand: "LuK", name: "Kit ambreiaj", price: 1248.9 },
  { code: "03L 115 562", brand: "MANN", name: "Filtru ulei", price: 41.2 },
  { code: "KD457.54", brand: "SNR", name: "Kit distribuție", price: 689 },
  { code: "31 33 6 776 389", brand: "Lemförder", name: "Flanșă amortizor", price: 96.4 },
];

const vehicles = [
  { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin: "TMBZZZ1Z8E1234567", plate: "B 123 ANA" },
  { make: "Dacia", model: "Duster", year: 2019, engine: "1.5 dCi", vin: "UU1HSDCN562345678", plate: "CJ 77 DST" },
];

/** A random number from 0 to 1. */
export type Chance = () => number;

const oneOf = <T>(things: readonly [T, ...T[]] | readonly T[], chance: Chance): T =>
  things[Math.floor(chance() * things.length)] as T;

const price = (amount: number): string => amount.toFixed(2);

export function newOffer(chance: Chance, nowMs: number): Content {
  const first = Math.floor(chance() * catalogue.length);
  const parts = [0, 1, 2].map((step) => oneOf(catalogue, () => ((first + step) % catalogue.length) / catalogue.length));
  return {
    status: "sent",
    vehicle: oneOf(vehicles, chance),
    currency: "RON",
    lines: parts.map((part, index) => ({
      id: index + 1,
      code: part.code,
      brand: part.brand,
      name: part.name,
      qty: 1 + Math.floor(chance() * 2),
      unit_price: price(part.price),
      vat_rate: 21,
      stock: Math.floor(chance() * 9),
      delivery_days: 1,
      status: "offered",
    })),
    valid_until: new Date(nowMs + 7 * 24 * 3600 * 1000).toISOString(),
  };
}

export const repriced = (line: Line, chance: Chance): Line => ({
  ...line,
  unit_price: price(Number(line.unit_price) * (0.9 + chance() * 0.2)),
});

export const restocked = (line: Line, chance: Chance): Line => ({ ...line, stock: Math.floor(chance() * 12) });

/** Changes the price or stock of a random open line. */
export function changed(content: Content, chance: Chance, change = oneOf([repriced, restocked], chance)): Content {
  const open = content.lines.filter(({ status }) => status === "offered");
  if (open.length === 0) return content;
  return withLine(content, oneOf(open, chance).id, (line) => change(line, chance));
}
