import { type Static, Type } from "typebox";
import {
  deliveryDaysMax,
  offerLinesMax,
  offerStockMax,
  offerTextCharactersMax,
  offerVersionMax,
  quantityMax,
  usernameCharactersMax,
  vatPercentMax,
  vehicleYearMax,
  vehicleYearMin,
} from "./limits.ts";
import { Id, Money, Timestamp } from "./scalars.ts";
import { NamedPerson } from "./participant.ts";

/** Where an offer stands. */
export const OfferStatus = Type.Union([
  Type.Literal("draft"),
  Type.Literal("sent"),
  Type.Literal("accepted"),
  Type.Literal("ordered"),
  Type.Literal("expired"),
]);
export type OfferStatus = Static<typeof OfferStatus>;

/** Where one line of an offer stands. */
export const OfferLineStatus = Type.Union([
  Type.Literal("offered"),
  Type.Literal("alternative"),
  Type.Literal("accepted"),
  Type.Literal("declined"),
]);
export type OfferLineStatus = Static<typeof OfferLineStatus>;

/** The car that an offer is for. Empty strings where unknown. */
export const Vehicle = Type.Object({
  make: Type.String(),
  model: Type.String(),
  year: Type.Union([Type.Integer(), Type.Null()]),
  engine: Type.String(),
  vin: Type.String(),
  plate: Type.String(),
});
export type Vehicle = Static<typeof Vehicle>;

/** One part in an offer. `unit_price` and `total` are net; `vat_rate` is per cent; `stock` counts pieces at hand. */
export const OfferLine = Type.Object({
  id: Id,
  code: Type.String(),
  brand: Type.String(),
  name: Type.String(),
  qty: Type.Integer({ minimum: 1 }),
  unit_price: Money,
  vat_rate: Type.Integer({ minimum: 0 }),
  total: Money,
  stock: Type.Integer({ minimum: 0 }),
  delivery_days: Type.Integer({ minimum: 0 }),
  status: OfferLineStatus,
});
export type OfferLine = Static<typeof OfferLine>;

/** An offer (OFF-1). `id_cerere` is the number that people type. */
export const Offer = Type.Object({
  id_cerere: Id,
  status: OfferStatus,
  version: Type.Integer({ minimum: 1 }),
  customer: NamedPerson,
  vehicle: Vehicle,
  currency: Type.Literal("RON"),
  lines: Type.Array(OfferLine),
  totals: Type.Object({ net: Money, vat: Money, gross: Money }),
  valid_until: Timestamp,
  updated_at: Timestamp,
});
export type Offer = Static<typeof Offer>;

/** An offer in the list (OFF-10). `total` includes VAT; `room_id` is null while the offer has no room. */
export const ListedOffer = Type.Object({
  id_cerere: Id,
  status: OfferStatus,
  customer: NamedPerson,
  vehicle: Vehicle,
  total: Money,
  valid_until: Timestamp,
  room_id: Type.Union([Id, Type.Null()]),
  updated_at: Timestamp,
});
export type ListedOffer = Static<typeof ListedOffer>;

/** What the customer decides of a line (ERP-3). */
export const LineDecision = Type.Union([Type.Literal("accept"), Type.Literal("decline")]);
export type LineDecision = Static<typeof LineDecision>;

const OfferVersion = Type.Integer({ minimum: 1, maximum: offerVersionMax });

/** What no text of an offer holds: control characters, ends of lines, and what turns the direction of a text. */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069`;
const OfferText = Type.String({ maxLength: offerTextCharactersMax, pattern: `^[^${refused}]*$` });
/** Something of it shows, and of other texts nothing may: those are stored as empty (SEC-13j, SEC-13k). */
const FilledOfferText = Type.String({ ...OfferText, minLength: 1 });
/** A price of less than 10,000,000, as it is answered: without zeros in front. */
const Price = Type.String({ pattern: String.raw`^(?:0|[1-9]\d{0,6})\.\d{2}$` });

/** A line of an offer as a program stores it (ERP-1); `id` is the program's own, unique in its offer, and stays with the line. */
export const OfferLineToStore = Type.Object({
  id: Id,
  code: FilledOfferText,
  brand: OfferText,
  name: OfferText,
  qty: Type.Integer({ minimum: 1, maximum: quantityMax }),
  unit_price: Price,
  vat_rate: Type.Integer({ minimum: 0, maximum: vatPercentMax }),
  stock: Type.Integer({ minimum: 0, maximum: offerStockMax }),
  delivery_days: Type.Integer({ minimum: 0, maximum: deliveryDaysMax }),
  status: OfferLineStatus,
});
export type OfferLineToStore = Static<typeof OfferLineToStore>;

/**
 * A whole offer as a program stores it (ERP-1). Its customer is named by id or by user name; an offer as `oferta/{id}` answers it
 * may be sent back, whose totals, times and names are not read.
 */
export const OfferToStore = Type.Object({
  version: OfferVersion,
  status: OfferStatus,
  customer: Type.Union([
    Type.Object({ id: Id }),
    Type.Object({ username: Type.String({ minLength: 1, maxLength: usernameCharactersMax }) }),
  ]),
  vehicle: Type.Object({
    make: OfferText,
    model: OfferText,
    year: Type.Union([Type.Integer({ minimum: vehicleYearMin, maximum: vehicleYearMax }), Type.Null()]),
    engine: OfferText,
    vin: OfferText,
    plate: OfferText,
  }),
  currency: Type.Literal("RON"),
  lines: Type.Array(OfferLineToStore, { maxItems: offerLinesMax }),
  valid_until: Timestamp,
});
export type OfferToStore = Static<typeof OfferToStore>;

/**
 * One thing that a version of an offer changed, in numbers, states and times alone: what text a line has is read from the offer.
 * `line_id` is null where it is of the offer itself; `from` and `to` are null where a line came or went, or its words changed (`line`).
 */
export const OfferChange = Type.Object({
  what: Type.Union([
    Type.Literal("price"),
    Type.Literal("quantity"),
    Type.Literal("stock"),
    Type.Literal("delivery"),
    Type.Literal("line_status"),
    Type.Literal("line"),
    Type.Literal("line_added"),
    Type.Literal("line_removed"),
    Type.Literal("status"),
    Type.Literal("valid_until"),
    Type.Literal("vehicle"),
  ]),
  line_id: Type.Union([Id, Type.Null()]),
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.Union([Type.String(), Type.Null()]),
});
export type OfferChange = Static<typeof OfferChange>;
