import type { ActorKind } from "@cuplaj/protocol/audit.ts";
import { offerVersionMax } from "@cuplaj/protocol/limits.ts";
import type { LineDecision, Offer, OfferChange, OfferLine, OfferStatus, OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { RequestState } from "@cuplaj/protocol/request.ts";

/** The only customer whose offers the person may view; null for all. `offers.view` is required as well. */
export const offersOpenTo = (person: User): number | null => (person.type === "customer" ? person.id : null);

export const mayViewOffer = (person: User, offer: { readonly customerId: number }): boolean =>
  [null, offer.customerId].includes(offersOpenTo(person)) && hasPermission(person.roles, "offers.view");

/** ERP-3, ERP-5c: customers decide in person, not through programs; staff may decide on their behalf with a permission. */
export const mayDecide = (person: User, by: ActorKind, isOnBehalf: boolean): boolean =>
  isOnBehalf
    ? person.type !== "customer" && hasPermission(person.roles, "offers.decide-for")
    : person.type === "customer" && by !== "program";

export const mayStoreOffers = (person: User): boolean =>
  person.type === "erp" && hasPermission(person.roles, "offers.edit");

/** Totals are computed from the lines. */
export interface StoredOffer extends Omit<Offer, "currency" | "lines" | "totals"> {
  readonly lines: readonly Omit<OfferLine, "total">[];
}

export type StoreDecision =
  | { readonly outcome: "made" | "stored" | "same"; readonly offer: StoredOffer }
  | { readonly outcome: "conflict"; readonly version: number }
  | { readonly outcome: "no-customer" }
  | { readonly outcome: "no-request" }
  /** ERP-5: indexes of lines sent as decided that differ from the customer's own decisions. */
  | { readonly outcome: "undecided"; readonly indexes: readonly number[] };

export interface AskedDecision {
  /** Null decides all lines that are still offered. */
  readonly lineId: number | null;
  readonly decision: LineDecision;
  /** The version that the person saw. */
  readonly version: number;
  readonly isOnBehalf: boolean;
  readonly actor: { readonly id: number };
  readonly now: string;
}

/** `not-sent` includes offers whose last day has passed. */
export type DecisionOutcome = "decided" | "same" | "conflict" | "no-line" | "not-sent" | "not-customer";

interface NamedCustomer {
  readonly id: number;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Whom and what an offer names; null if it does not exist. */
export interface Named {
  readonly customer: NamedCustomer | null;
  readonly requestCustomerId: number | null;
}

/** ERP-1, ERP-5: compares an offer with the locked stored one, if any. */
export function decideStore(
  { offerId, content }: { readonly offerId: number; readonly content: OfferToStore },
  before: StoredOffer | null,
  { customer, requestCustomerId }: Named,
  now: string,
): StoreDecision {
  // ERP-1g: the room belongs to the offer's customer, who therefore cannot change.
  if (customer === null || (before === null ? customer.isDisabled : customer.id !== before.customer.id))
    return { outcome: "no-customer" };
  const requestId = readRequestId(content, before, requestCustomerId === customer.id);
  if (requestId === "refused") return { outcome: "no-request" };
  if (before !== null && content.version <= before.version)
    return isSame(before, content)
      ? { outcome: "same", offer: before }
      : { outcome: "conflict", version: before.version };
  const indexes = undecidedLines(before, content);
  if (indexes.length > 0) return { outcome: "undecided", indexes };
  const { currency: _currency, ...stored } = content;
  const { id, name } = customer;
  const offer = { ...stored, id_cerere: offerId, request_id: requestId, customer: { id, name }, updated_at: now };
  return { outcome: before === null ? "made" : "stored", offer };
}

/** REQ-1e: a new offer answers a request of its customer, or none, and keeps it. */
function readRequestId(
  { request_id: named = null }: OfferToStore,
  before: StoredOffer | null,
  isOwn: boolean,
): number | null | "refused" {
  if (before === null) return named === null || isOwn ? named : "refused";
  return named === null || named === before.request_id ? before.request_id : "refused";
}

/** REQ-1e: a stored version that tells the room of the request which it answers. */
export const concernsRequest = (before: StoredOffer | null, { request_id: requestId, status }: StoredOffer): boolean =>
  requestId !== null && (before === null || (status === "ordered" && before.status !== "ordered"));

/** REQ-1e: the state of a request once an offer answers it or is ordered. */
export const requestStateAfter = (before: RequestState, status: OfferStatus): RequestState =>
  before === "ordered" || status === "ordered" ? "ordered" : "answered";

type Content = Pick<StoredOffer, "version" | "status" | "vehicle" | "valid_until" | "lines">;
type Line = StoredOffer["lines"][number];

const vehicleFields = ["make", "model", "year", "engine", "vin", "plate"] as const;
const wordFields = ["code", "brand", "name", "vat_rate"] as const;
const decidedFields = ["status", "code", "brand", "qty", "unit_price", "vat_rate"] as const;
const lineFields = [
  ...(["id", "qty", "unit_price", "stock", "delivery_days", "status"] as const),
  ...wordFields,
] as const satisfies readonly (keyof Line)[];

const differ = <T>(fields: readonly (keyof T)[], one: T, other: T): boolean =>
  fields.some((field) => one[field] !== other[field]);

const isSame = (before: Content, after: Content): boolean =>
  !differ(["version", "status", "valid_until"], before, after) &&
  !differ(vehicleFields, before.vehicle, after.vehicle) &&
  before.lines.length === after.lines.length &&
  differingLines(before, after).length === 0;

/** ERP-1e: lines that differ from the previous line at the same position (from 1). */
export const differingLines = (
  before: Content | null,
  after: Content,
): readonly (Line & { readonly position: number })[] =>
  after.lines.flatMap((line, index) => {
    const was = before?.lines[index];
    return was === undefined || differ(lineFields, was, line) ? [{ ...line, position: index + 1 }] : [];
  });

export function removedLines(before: Content | null, after: Content): readonly number[] {
  const later = byId(after);
  return (before?.lines ?? []).filter(({ id }) => !later.has(id)).map(({ id }) => id);
}

/** ERP-5: indexes of lines sent as decided whose stored decision, part, quantity or price differs. */
function undecidedLines(before: Content | null, after: Content): readonly number[] {
  const earlier = byId(before);
  return after.lines.flatMap((line, index) => {
    const was = earlier.get(line.id);
    const isDecided = line.status === "accepted" || line.status === "declined";
    return isDecided && (was === undefined || differ(decidedFields, was, line)) ? [index] : [];
  });
}

const byId = (offer: Content | null): ReadonlyMap<number, Line> =>
  new Map((offer?.lines ?? []).map((line) => [line.id, line]));

/** ERP-1c: changes in order of importance, then in the order of lines. A moved line is not a change. */
export function changesBetween(before: Content, after: Content): readonly OfferChange[] {
  const earlier = byId(before);
  const changes = [
    ...(["status", "valid_until"] as const)
      .filter((what) => before[what] !== after[what])
      .map((what) => ({ what, line_id: null, from: before[what], to: after[what] })),
    ...(differ(vehicleFields, before.vehicle, after.vehicle) ? [wordless("vehicle", null)] : []),
    ...after.lines.flatMap((line) => lineChanges(earlier.get(line.id), line)),
    ...removedLines(before, after).map((id) => wordless("line_removed", id)),
  ];
  return importance.flatMap((kind) => changes.filter(({ what }) => what === kind));
}

const importance: readonly OfferChange["what"][] = [
  ...(["price", "line_status", "status", "quantity", "line_added", "line_removed", "delivery", "stock"] as const),
  ...(["line", "valid_until", "vehicle"] as const),
];

const namedFields = [
  ["price", "unit_price"],
  ["line_status", "status"],
  ["quantity", "qty"],
  ["delivery", "delivery_days"],
  ["stock", "stock"],
] as const;

const lineChanges = (was: Line | undefined, line: Line): readonly OfferChange[] =>
  was === undefined
    ? [wordless("line_added", line.id)]
    : [
        ...namedFields
          .filter(([, field]) => was[field] !== line[field])
          .map(([what, field]) => ({ what, line_id: line.id, from: String(was[field]), to: String(line[field]) })),
        ...(differ(wordFields, was, line) ? [wordless("line", line.id)] : []),
      ];

const wordless = (what: OfferChange["what"], lineId: number | null): OfferChange => ({
  ...{ what, line_id: lineId },
  ...{ from: null, to: null },
});

/** ERP-3: decides lines of the locked offer; repeating a decision changes nothing, whatever version the person saw. */
export function decideLines(
  before: StoredOffer,
  isOpen: boolean,
  asked: AskedDecision,
):
  | { readonly outcome: Exclude<DecisionOutcome, "decided"> }
  | { readonly outcome: "decided"; readonly offer: StoredOffer } {
  const { lineId, decision, version, isOnBehalf, actor, now } = asked;
  if (!isOnBehalf && before.customer.id !== actor.id) return { outcome: "not-customer" };
  const status = decision === "accept" ? "accepted" : "declined";
  const changes = (line: Line): boolean =>
    lineId === null ? line.status === "offered" : line.id === lineId && line.status !== status;
  const stands = (line: Line): boolean => line.status === status && [null, line.id].includes(lineId);
  const isChanged = before.lines.some(changes);
  if (!isChanged && before.lines.some(stands)) return { outcome: "same" };
  if (before.version !== version) return { outcome: "conflict" };
  if (!isChanged) return { outcome: lineId === null ? "same" : "no-line" };
  if (!isDecidable(before, isOpen)) return { outcome: "not-sent" };
  const lines = before.lines.map((line) => (changes(line) ? ({ ...line, status } as const) : line));
  return { outcome: "decided", offer: { ...before, version: version + 1, updated_at: now, lines } };
}

const isDecidable = ({ status, version }: StoredOffer, isOpen: boolean): boolean =>
  isOpen && status === "sent" && version < offerVersionMax;
