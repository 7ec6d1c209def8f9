import { type Static, Type } from "typebox";
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
