import { isDeepStrictEqual } from "node:util";

export interface Line {
  readonly id: number;
  readonly code: string;
  readonly brand: string;
  readonly name: string;
  readonly qty: number;
  readonly unit_price: string;
  readonly vat_rate: number;
  readonly stock: number;
  readonly delivery_days: number;
  readonly status: "offered" | "alternative" | "accepted" | "declined";
}

/** An offer without its number, version and customer. */
export interface Content {
  readonly status: "draft" | "sent" | "accepted" | "ordered" | "expired";
  readonly vehicle: Readonly<Record<"make" | "model" | "engine" | "vin" | "plate", string>> & {
    readonly year: number | null;
  };
  readonly currency: "RON";
  readonly lines: readonly Line[];
  readonly valid_until: string;
}

export type Customer = { readonly username: string } | { readonly id: number };

/** The parts of a response that an ERP reads. */
export interface StoredOffer extends Content {
  readonly id_cerere: number;
  readonly version: number;
}

/** Drops totals and names, which programs do not store. */
export function contentOf({ status, vehicle, currency, lines, valid_until }: StoredOffer): Content {
  return {
    status,
    vehicle,
    currency,
    lines: lines.map(({ id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status }) => {
      return { id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status };
    }),
    valid_until,
  };
}

export const isSame = (one: Content, other: Content): boolean => isDeepStrictEqual(one, other);

/** The ERP's content, with the states of lines from Cuplaj, where only customers decide. */
export function merged(own: Content, stored: Content): Content {
  const decided = new Map(stored.lines.map(({ id, status }) => [id, status]));
  return { ...own, lines: own.lines.map((line) => ({ ...line, status: decided.get(line.id) ?? line.status })) };
}

export const withLine = (content: Content, lineId: number, change: (line: Line) => Line): Content => ({
  ...content,
  lines: content.lines.map((line) => (line.id === lineId ? change(line) : line)),
});

/** The content after a decision: reserves stock for an accepted line, and orders the accepted lines once no line is open. */
export function answered(content: Content, lineId: number, isAccepted: boolean): Content {
  const reserved = isAccepted
    ? withLine(content, lineId, (line) => ({ ...line, stock: Math.max(0, line.stock - line.qty) }))
    : content;
  const isOpen = reserved.lines.some(({ status }) => status === "offered");
  const isOrder = reserved.lines.some(({ status }) => status === "accepted");
  return reserved.status === "sent" && !isOpen && isOrder ? { ...reserved, status: "ordered" } : reserved;
}
