import { type Static, Type } from "typebox";
import { carNameCharactersMax, carNoteCharactersMax } from "./limits.ts";
import { OfferStatus, Vehicle } from "./offer.ts";
import { refusedCharacters, RequestState, VehicleToStore } from "./request.ts";
import { Id, Timestamp } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

export const CarToStore = shape(
  "A car as its customer enters it; unknown texts are empty.",
  {
    name: Type.String({ maxLength: carNameCharactersMax, pattern: `^[^${refusedCharacters}]*$` }),
    ...VehicleToStore.properties,
    note: Type.String({ maxLength: carNoteCharactersMax }),
  },
  { name: "Duba mică", ...exampleOf(VehicleToStore), note: "Distribuția schimbată la 180.000 km." },
);
export type CarToStore = Static<typeof CarToStore>;

export const Car = shape(
  "A customer's car (CAR-1). Offers and requests add cars within seconds.",
  {
    id: Id,
    name: Type.String(),
    ...Vehicle.properties,
    note: Type.String(),
    is_away: Type.Boolean({
      description: "The customer put it away; it is listed last, and comes back when it is used.",
    }),
    updated_at: Timestamp,
  },
  { id: 4, ...exampleOf(CarToStore), is_away: false, updated_at: "2026-11-23T08:12:44.120Z" },
);
export type Car = Static<typeof Car>;

export const CarRoom = shape(
  "A request or offer for a car.",
  {
    offer_id: Type.Union([Id, Type.Null()]),
    offer_status: Type.Union([OfferStatus, Type.Null()]),
    request_id: Type.Union([Id, Type.Null()]),
    request_state: Type.Union([RequestState, Type.Null()]),
    room_id: Type.Union([Id, Type.Null()], { description: "Null if nobody opened the offer's conversation yet." }),
    updated_at: Timestamp,
  },
  {
    offer_id: 10_001,
    offer_status: "sent",
    request_id: null,
    request_state: null,
    room_id: 12,
    updated_at: "2026-11-23T08:12:44.120Z",
  },
);
export type CarRoom = Static<typeof CarRoom>;
