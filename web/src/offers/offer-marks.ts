import { withStates } from "../state/offers/decisions.ts";
import type { Offer, OfferLine } from "../state/offers/offers-shape.ts";

/** What a line was before (OFF-8): the values that have changed, or that it was not there, or that it is there no longer. */
export type LineMark =
  | { readonly kind: "new" | "removed" }
  | { readonly kind: "changed"; readonly was: Partial<MarkedValues> };

type MarkedValues = Pick<OfferLine, (typeof markedFields)[number]>;

export interface OfferMarks {
  readonly lines: ReadonlyMap<number, LineMark>;
  readonly removed: readonly OfferLine[];
  /** The earlier offer, for what stands above and below the lines; null where nothing is compared. */
  readonly before: Offer | null;
}

export const noMarks: OfferMarks = { lines: new Map(), removed: [], before: null };

/** What has changed between two versions of an offer; what the customer decided is no news to the customer, nor what it adds up to. */
export function marksBetween(earlier: Offer, offer: Offer, isCustomer: boolean): OfferMarks {
  const before = isCustomer ? withStates(earlier, decidedIn(offer)) : earlier;
  const linesBefore = new Map(before.lines.map((line) => [line.id, line]));
  const marks = offer.lines.flatMap((line) => {
    const mark = markOf(linesBefore.get(line.id), line);
    return mark ? [[line.id, mark] as const] : [];
  });
  const left = new Set(offer.lines.map(({ id }) => id));
  return { lines: new Map(marks), removed: before.lines.filter(({ id }) => !left.has(id)), before };
}

const decidedIn = ({ lines }: Offer): ReadonlyMap<number, OfferLine["status"]> =>
  new Map(
    lines.filter(({ status }) => status === "accepted" || status === "declined").map(({ id, status }) => [id, status]),
  );

const markedFields = ["code", "brand", "name", "unitPrice", "quantity", "stock", "deliveryDays", "status"] as const;

function markOf(before: OfferLine | undefined, line: OfferLine): LineMark | null {
  if (!before) return { kind: "new" };
  const other = markedFields.filter((field) => before[field] !== line[field]);
  if (other.length === 0) return null;
  return { kind: "changed", was: Object.fromEntries(other.map((field) => [field, before[field]])) };
}

/** Whether what stands below the lines has changed. */
export const isFootOther = ({ before }: OfferMarks, { totals, validUntil }: Offer): boolean =>
  before !== null && (before.totals.gross !== totals.gross || before.validUntil !== validUntil);
