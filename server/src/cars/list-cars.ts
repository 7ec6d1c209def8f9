import type { Car, CarRoom } from "@cuplaj/protocol/car.ts";
import { carRoomsMax } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { findRoom } from "../rooms/change-room.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { StoredCar } from "./rules.ts";
import type { CarStore } from "./store.ts";

export interface ListCarsParts {
  readonly cars: CarStore;
  readonly rooms: RoomStore;
}

/** CAR-1: lists the caller's cars or, for staff, those of the customer of a room that they may view. */
export async function listCars(parts: ListCarsParts, caller: User, room?: string): Promise<Outcome<Car[]>> {
  const customer = await customerFor(parts, caller, room);
  return customer.ok ? done((await parts.cars.list(customer.value)).map(toCar)) : customer;
}

/** CAR-4: lists the requests and offers of a car that the caller may see. */
export async function listCarRooms(
  parts: ListCarsParts,
  caller: User,
  carId: number,
  room?: string,
): Promise<Outcome<CarRoom[]>> {
  const cars = await listCars(parts, caller, room);
  if (!cars.ok) return cars;
  if (!cars.value.some(({ id }) => id === carId)) return refused("not_found");
  return done(await parts.cars.listRooms(carId, carRoomsMax));
}

async function customerFor(
  { cars, rooms }: ListCarsParts,
  caller: User,
  room: string | undefined,
): Promise<Outcome<number>> {
  const isCustomer = caller.type === "customer";
  if (room === undefined) {
    if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
    return isCustomer ? done(caller.id) : invalidField("room", "required");
  }
  const found = await findRoom(rooms, caller, room);
  if (!found.ok) return found;
  const customerId = await cars.findCustomer(found.value.id);
  return customerId === null || (isCustomer && customerId !== caller.id) ? refused("not_found") : done(customerId);
}

export const toCar = ({
  id,
  name,
  make,
  model,
  year,
  engine,
  vin,
  plate,
  note,
  awayAt,
  updatedAt,
}: StoredCar): Car => ({
  ...{ id, name, make, model, year, engine, vin, plate, note },
  is_away: awayAt !== null,
  updated_at: updatedAt,
});
