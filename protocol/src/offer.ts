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
import { described, exampleOf, shape } from "./shape.ts";

export const OfferStatus = Type.Union(
  [
    Type.Literal("draft"),
    Type.Literal("sent"),
    Type.Literal("accepted"),
    Type.Literal("ordered"),
    Type.Literal("expired"),
  ],
  { description: "The offer's state, set by its program. Lines can be decided only while it is `sent`." },
);
export type OfferStatus = Static<typeof OfferStatus>;

export const OfferLineStatus = Type.Union(
  [Type.Literal("offered"), Type.Literal("alternative"), Type.Literal("accepted"), Type.Literal("declined")],
  { description: "The state of a line. Totals exclude an alternative until it is accepted." },
);
export type OfferLineStatus = Static<typeof OfferLineStatus>;

export const Vehicle = shape("The car that an offer is for; unknown texts are empty.", {
  make: Type.String(),
  model: Type.String(),
  year: Type.Union([Type.Integer(), Type.Null()]),
  engine: Type.String(),
  vin: Type.String(),
  plate: Type.String(),
});
export type Vehicle = Static<typeof Vehicle>;

export const OfferLine = shape("One part in an offer.", {
  id: Id,
  code: Type.String(),
  brand: Type.String(),
  name: Type.String(),
  qty: Type.Integer({ minimum: 1 }),
  unit_price: described(Money, "Net, in the offer's currency."),
  vat_rate: Type.Integer({ minimum: 0, description: "In per cent." }),
  total: Money,
  stock: Type.Integer({ minimum: 0, description: "Pieces in stock." }),
  delivery_days: Type.Integer({ minimum: 0 }),
  status: OfferLineStatus,
});
export type OfferLine = Static<typeof OfferLine>;

export const Offer = shape(
  "An offer at one of its versions.",
  {
    id_cerere: described(Id, "The offer's number."),
    request_id: Type.Union([Id, Type.Null()], { description: "The request that it answers (REQ-1)." }),
    status: OfferStatus,
    version: Type.Integer({ minimum: 1 }),
    customer: NamedPerson,
    vehicle: Vehicle,
    currency: Type.Literal("RON"),
    lines: Type.Array(OfferLine),
    totals: Type.Object(
      { net: Money, vat: Money, gross: Money },
      { description: "The totals of the offered and accepted lines." },
    ),
    valid_until: Timestamp,
    updated_at: Timestamp,
  },
  {
    id_cerere: 10_001,
    request_id: null,
    status: "sent",
    version: 3,
    customer: { id: 7, name: "Ana Popescu" },
    vehicle: {
      make: "Škoda",
      model: "Octavia",
      year: 2014,
      engine: "2.0 TDI",
      vin: "TMBZZZ1Z8E1234567",
      plate: "B 123 ANA",
    },
    currency: "RON",
    lines: [
      {
        id: 1,
        code: "1K0 615 301 AA",
        brand: "TRW",
        name: "Disc frână față",
        qty: 2,
        unit_price: "214.50",
        vat_rate: 21,
        total: "429.00",
        stock: 4,
        delivery_days: 1,
        status: "offered",
      },
    ],
    totals: { net: "429.00", vat: "90.09", gross: "519.09" },
    valid_until: "2026-12-31T22:00:00.000Z",
    updated_at: "2026-11-23T08:12:44.120Z",
  },
);
export type Offer = Static<typeof Offer>;
export const decidedOffer: Offer = {
  ...exampleOf(Offer),
  version: 4,
  lines: exampleOf(Offer).lines.map((line) => ({ ...line, status: "accepted" })),
};

const { id_cerere, status, customer, vehicle, totals, valid_until, updated_at } = exampleOf(Offer);
const total = totals.gross;
const listed = { id_cerere, status, customer, vehicle, total, valid_until, room_id: 12, updated_at };

/** An offer in the list (OFF-10); `total` includes VAT, `room_id` is null without a room. */
export const ListedOffer = Type.Object(
  {
    id_cerere: Id,
    status: OfferStatus,
    customer: NamedPerson,
    vehicle: Vehicle,
    total: Money,
    valid_until: Timestamp,
    room_id: Type.Union([Id, Type.Null()]),
    updated_at: Timestamp,
  },
  { examples: [listed] },
);
export type ListedOffer = Static<typeof ListedOffer>;

export const LineDecision = Type.Union([Type.Literal("accept"), Type.Literal("decline")], {
  description: "The customer's decision on a line.",
});
export type LineDecision = Static<typeof LineDecision>;

const OfferVersion = Type.Integer({ minimum: 1, maximum: offerVersionMax });

/** Characters refused in offer texts: controls, line ends and bidirectional overrides. */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069`;
const OfferText = Type.String({ maxLength: offerTextCharactersMax, pattern: `^[^${refused}]*$` });
/** A required text. Any other text is stored as empty if it has no visible characters (SEC-13b). */
const FilledOfferText = Type.String({ ...OfferText, minLength: 1 });
/** A price below 10,000,000, without leading zeros. */
const Price = Type.String({ pattern: String.raw`^(?:0|[1-9]\d{0,6})\.\d{2}$` });

export const OfferLineToStore = shape("A line of an offer as a program stores it.", {
  id: described(Id, "Chosen by the program, unique within the offer."),
  code: FilledOfferText,
  brand: OfferText,
  name: OfferText,
  qty: Type.Integer({ minimum: 1, maximum: quantityMax }),
  unit_price: described(Price, "Net, as a decimal string with two places."),
  vat_rate: Type.Integer({ minimum: 0, maximum: vatPercentMax }),
  stock: Type.Integer({ minimum: 0, maximum: offerStockMax }),
  delivery_days: Type.Integer({ minimum: 0, maximum: deliveryDaysMax }),
  status: OfferLineStatus,
});
export type OfferLineToStore = Static<typeof OfferLineToStore>;

/** An offer as a program stores it (ERP-1). Programs may send back an `oferta/{id}` response: its totals, times and names are ignored. */
export const OfferToStore = shape(
  "A whole offer as a program stores it. Other fields are ignored.",
  {
    version: described(OfferVersion, "Incremented by the program that stores the offer."),
    request_id: Type.Optional(
      Type.Union([Id, Type.Null()], {
        description: "A request of the same customer; its first offer takes over its room.",
      }),
    ),
    status: OfferStatus,
    customer: Type.Union(
      [
        Type.Object({ id: Id }),
        Type.Object({ username: Type.String({ minLength: 1, maxLength: usernameCharactersMax }) }),
      ],
      { description: "By id or by username." },
    ),
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
  },
  {
    version: 4,
    status: "sent",
    customer: { username: "ana" },
    vehicle: exampleOf(Offer).vehicle,
    currency: "RON",
    lines: [
      {
        id: 1,
        code: "1K0 615 301 AA",
        brand: "TRW",
        name: "Disc frână față",
        qty: 2,
        unit_price: "214.50",
        vat_rate: 21,
        stock: 4,
        delivery_days: 1,
        status: "offered",
      },
    ],
    valid_until: "2026-12-31T22:00:00.000Z",
  },
);
export type OfferToStore = Static<typeof OfferToStore>;

/** `line_id` is null for the offer itself; `from` and `to` are null if a line was added or removed, or its texts changed (`line`). */
export const OfferChange = shape("One change that a version of an offer made.", {
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
  line_id: Type.Union([Id, Type.Null()], { description: "Null if the offer itself changed." }),
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.Union([Type.String(), Type.Null()]),
});
export type OfferChange = Static<typeof OfferChange>;
