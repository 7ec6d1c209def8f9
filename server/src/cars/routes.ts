import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { addOwnCar, type ChangeCarsParts, changeOwnCar, putOwnCarAway } from "./change-cars.ts";
import { decodeVin, type DecodeVinParts } from "./decode-vin.ts";
import { listCarRooms, listCars, type ListCarsParts } from "./list-cars.ts";

export function addCarRoutes(route: AddRoute, parts: ListCarsParts & ChangeCarsParts & DecodeVinParts): void {
  route(endpoints.listCars, async ({ caller, query }) =>
    mapOk(await listCars(parts, caller.user, query.room), (cars) => ({ status: 200, body: { cars } })),
  );
  route(endpoints.listCarRooms, async ({ caller, params, query }) =>
    mapOk(await listCarRooms(parts, caller.user, params.carId, query.room), (rooms) => ({
      status: 200,
      body: { rooms },
    })),
  );
  route(endpoints.addCar, async ({ caller, body }) =>
    mapOk(await addOwnCar(parts, caller.user, body), ({ car, isNew }) => ({
      status: isNew ? 201 : 200,
      body: { car },
    })),
  );
  route(endpoints.changeCar, async ({ caller, params, body }) =>
    mapOk(await changeOwnCar(parts, caller.user, params.carId, body), (car) => ({ status: 200, body: { car } })),
  );
  route(endpoints.putCarAway, async ({ caller, params }) =>
    mapOk(await putOwnCarAway(parts, caller.user, params.carId), (car) => ({ status: 200, body: { car } })),
  );
  route(endpoints.decodeVin, async ({ caller, params }) =>
    mapOk(await decodeVin(parts, caller.user, params.vin), (body) => ({ status: 200, body })),
  );
}
