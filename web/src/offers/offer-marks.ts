import type { Offer, OfferLine } from "./offers-shape.ts";

/** What a line was before (OFF-8): the values that have changed, or that it was not there, or that it is there no longer. */
export type LineMark =
  | { readonly kind: "new" | "removed" }
  | { readonly kind: "changed"; readonly was: Partial<MarkedValues> };

type MarkedValues = Pick<OfferLine, "unitPrice" | "quantity" | "stock" | "deliveryDays" | "status">;

export interface OfferMarks {
  readonly lines: ReadonlyMap<number, LineMark>;
  readonly removed: readonly OfferLine[];
}

export const noMarks: OfferMarks = { lines: new Map(), removed: [] };

/** What has changed between two versions of an offer; what the customer decided is no news to the customer. */
export function marksBetween(earlier: Offer, offer: Offer, isCustomer: boolean): OfferMarks {
  const before = new Map(earlier.lines.map((line) => [line.id, line]));
  const marks = offer.lines.flatMap((line) => {
    const mark = markOf(before.get(line.id), line, isCustomer);
    return mark ? [[line.id, mark] as const] : [];
  });
  const left = new Set(offer.lines.map(({ id }) => id));
  return { lines: new Map(marks), removed: earlier.lines.filter(({ id }) => !left.has(id)) };
}

const markedFields = ["unitPrice", "quantity", "stock", "deliveryDays", "status"] as const;

function markOf(before: OfferLine | undefined, line: OfferLine, isCustomer: boolean): LineMark | null {
  if (!before) return { kind: "new" };
  const isOwn = isCustomer && (line.status === "accepted" || line.status === "declined");
  const other = markedFields.filter((field) => before[field] !== line[field] && !(field === "status" && isOwn));
  if (other.length === 0) return null;
  return { kind: "changed", was: Object.fromEntries(other.map((field) => [field, before[field]])) };
}
