import type { Car as WireCar, CarRoom as WireUse } from "@cuplaj/protocol/car.ts";
import type { CarsEffects, CarsOf, CarUse, CustomerCar } from "../state/cars/cars-shape.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof CarsEffects> => ({
  "call-cars": ({ of }) =>
    settle(
      call("listCars", { query: queryOf(of) }),
      ({ cars }) => ({ type: "cars/loaded", of, list: cars.map(carFromWire) }),
      (error) => ({ type: "cars/failed", of, error }),
    ),
  "call-car-uses": ({ of, carId }) =>
    settle(
      call("listCarRooms", { params: { carId }, query: queryOf(of) }),
      ({ rooms }) => ({ type: "cars/uses-loaded", carId, uses: rooms.map(useFromWire) }),
      (error) => ({ type: "cars/uses-failed", carId, error }),
    ),
  "call-change-car": ({ carId, car: body }) =>
    settle(
      carId === null ? call("addCar", { body }) : call("changeCar", { params: { carId }, body }),
      ({ car }) => ({ type: "cars/changed", carId, car: carFromWire(car) }),
      (error) => ({ type: "cars/change-failed", carId, error }),
    ),
  "call-put-car-away": ({ carId }) =>
    settle(
      call("putCarAway", { params: { carId } }),
      () => null,
      (error) => ({ type: "cars/put-away-failed", carId, error }),
    ),
  "call-decode-vin": ({ vin }) =>
    settle(call("decodeVin", { params: { vin } }), ({ make, model, year, engine }) => ({
      type: "cars/vin-known",
      known: { vin, make, model, year, engine },
    })),
});

const queryOf = (of: CarsOf) => (of === "own" ? {} : { room: String(of) });

const carFromWire = ({ is_away: isAway, updated_at: _updatedAt, ...car }: WireCar): CustomerCar => ({ ...car, isAway });

const useFromWire = (wire: WireUse): CarUse => ({
  ...{ offerNumber: wire.offer_id, offerStatus: wire.offer_status, requestId: wire.request_id },
  ...{ requestState: wire.request_state, hasRoom: wire.room_id !== null, updatedAt: wire.updated_at },
});
