import { type Static, Type } from "typebox";
import { ana, clientId, uploadId } from "./examples.ts";
import {
  offerTextCharactersMax,
  quantityMax,
  requestItemsMax,
  requestPhotosMax,
  requestTextCharactersMax,
  vehicleYearMax,
  vehicleYearMin,
} from "./limits.ts";
import { Vehicle } from "./offer.ts";
import { NamedPerson } from "./participant.ts";
import { ClientId, Id, Seq, Timestamp } from "./scalars.ts";
import { described, exampleOf, shape } from "./shape.ts";

export const RequestState = Type.Union(
  [
    Type.Literal("open"),
    Type.Literal("answered"),
    Type.Literal("ordered"),
    Type.Literal("withdrawn"),
    Type.Literal("closed"),
  ],
  {
    description:
      "Answered once an offer names the request, ordered once such an offer is; withdrawn by the customer or closed by staff.",
  },
);
export type RequestState = Static<typeof RequestState>;

export const RoomRequest = shape(
  "The request that a room began with (REQ-1).",
  {
    id: Id,
    state: RequestState,
    reason: Type.Union([Type.String(), Type.Null()], {
      description: "Why it was withdrawn or closed, if that was said.",
    }),
    seq: described(Seq, "Of the message that carries it."),
  },
  { id: 31, state: "open", reason: null, seq: 3 },
);
export type RoomRequest = Static<typeof RoomRequest>;

/** Characters refused in short texts: controls, line ends and bidirectional overrides. */
export const refusedCharacters = String.raw`\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069`;
const ShortText = Type.String({ maxLength: offerTextCharactersMax, pattern: `^[^${refusedCharacters}]*$` });

export const RequestItem = shape(
  "A wanted part.",
  { text: Type.String({ ...ShortText, minLength: 1 }), qty: Type.Integer({ minimum: 1, maximum: quantityMax }) },
  { text: "Kit ambreiaj cu volantă", qty: 1 },
);
export type RequestItem = Static<typeof RequestItem>;

/** A car as people and programs enter it; unknown texts are empty. */
export const VehicleToStore = Type.Object(
  {
    make: ShortText,
    model: ShortText,
    year: Type.Union([Type.Integer({ minimum: vehicleYearMin, maximum: vehicleYearMax }), Type.Null()]),
    engine: ShortText,
    vin: ShortText,
    plate: ShortText,
  },
  {
    examples: [
      { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin: "TMBZZZ1Z8E1234567", plate: "B 123 ANA" },
    ],
  },
);

export const RequestToSend = shape(
  "A request as its customer sends it.",
  {
    client_id: ClientId,
    car_id: Type.Optional(described(Id, "One of the caller's cars, instead of `vehicle`.")),
    vehicle: Type.Optional(VehicleToStore),
    text: Type.String({
      maxLength: requestTextCharactersMax,
      description: "May be empty if there are items or photos. Car, items and text must fit into one message.",
    }),
    items: Type.Array(RequestItem, { maxItems: requestItemsMax }),
    upload_ids: Type.Array(Type.String({ maxLength: 36, examples: [uploadId] }), {
      maxItems: requestPhotosMax,
      description: "Finished uploads, which become messages of the room.",
    }),
  },
  {
    client_id: clientId,
    car_id: 4,
    text: "Patinează în treapta a 5-a.",
    items: [exampleOf(RequestItem)],
    upload_ids: [],
  },
);
export type RequestToSend = Static<typeof RequestToSend>;

export const PartRequest = shape("A request as programs receive it.", {
  id: Id,
  state: RequestState,
  reason: Type.Union([Type.String(), Type.Null()]),
  created_at: Timestamp,
  customer: NamedPerson,
  room_id: Id,
  vehicle: Vehicle,
  text: Type.String(),
  items: Type.Array(RequestItem),
  photos: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), bytes: Type.Integer(), url: Type.String() }),
    {
      description: "Addresses that the program's token opens.",
    },
  ),
});
export type PartRequest = Static<typeof PartRequest>;
export const examplePartRequest: PartRequest = {
  id: 31,
  state: "open",
  reason: null,
  created_at: "2026-11-23T09:40:00.000Z",
  customer: { id: ana.id, name: ana.name },
  room_id: 14,
  vehicle: {
    make: "Škoda",
    model: "Octavia",
    year: 2014,
    engine: "2.0 TDI",
    vin: "TMBZZZ1Z8E1234567",
    plate: "B 123 ANA",
  },
  text: "Patinează în treapta a 5-a.",
  items: [exampleOf(RequestItem)],
  photos: [
    {
      name: "talon.jpg",
      type: "image/jpeg",
      bytes: 182_044,
      url: "https://parts.example.ro/api/v1/chat/14/download/361/0",
    },
  ],
};
