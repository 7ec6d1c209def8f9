import type { Car, CarRoom, CarToStore } from "@cuplaj/protocol/car.ts";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { CallError, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends CarsState {}
  interface AppEvents extends CarsEvents {}
  interface AppEffects extends CarsEffects {}
  interface AlertKeys {
    "cars.isPutAway": true;
  }
}

/** Whose cars: the customer's own, or for staff those of a room's customer. */
export type CarsOf = "own" | RoomId;

export type CustomerCar = Vehicle & Pick<Car, "id" | "name" | "note"> & { readonly isAway: boolean };

/** A request or offer for a car; an offer in its request's room is one with it. `updatedAt` is ISO 8601. */
export interface CarUse {
  readonly offerNumber: number | null;
  readonly offerStatus: CarRoom["offer_status"];
  readonly requestId: number | null;
  readonly requestState: CarRoom["request_state"];
  readonly hasRoom: boolean;
  readonly updatedAt: string;
}

/** The car that the form corrects, or what is known of a new one. */
export interface CarForm extends Partial<Pick<Vehicle, "vin" | "plate">> {
  readonly carId: number | null;
}

export type KnownVin = Omit<Vehicle, "plate">;

export interface Cars {
  readonly of: CarsOf;
  /** The last used first. Null until they have loaded. */
  readonly list: readonly CustomerCar[] | null;
  /** Whether the dialog with them is open. */
  readonly isShown: boolean;
  readonly form: CarForm | null;
  /** The car whose requests and offers show; those are null until they have loaded. */
  readonly opened: { readonly carId: number; readonly uses: readonly CarUse[] | null } | null;
  /** A change that is being made, or has failed if there is an error. `carId` is null for a new car. */
  readonly change: { readonly carId: number | null; readonly error: CallError | null } | null;
  /** The VIN that was decoded last. */
  readonly knownVin: KnownVin | null;
}

export interface CarsState {
  readonly cars: Cars;
}

export interface CarsEvents {
  "cars/shown": { readonly of: CarsOf; readonly form?: CarForm };
  "cars/closed": Nothing;
  "cars/asked": { readonly of: CarsOf };
  "cars/loaded": { readonly of: CarsOf; readonly list: readonly CustomerCar[] };
  "cars/failed": { readonly of: CarsOf; readonly error: CallError };
  "cars/toggled": { readonly carId: number };
  "cars/uses-asked": Nothing;
  "cars/uses-loaded": { readonly carId: number; readonly uses: readonly CarUse[] };
  "cars/uses-failed": { readonly carId: number; readonly error: CallError };
  "cars/change-asked": { readonly carId: number | null; readonly car: CarToStore };
  "cars/changed": { readonly carId: number | null; readonly car: CustomerCar };
  "cars/change-failed": { readonly carId: number | null; readonly error: CallError };
  "cars/put-away-asked": { readonly car: CustomerCar };
  "cars/put-away-due": { readonly carId: number };
  "cars/put-away-failed": { readonly carId: number; readonly error: CallError };
  "cars/vin-entered": { readonly vin: string };
  "cars/vin-known": { readonly known: KnownVin };
}

export interface CarsEffects {
  "call-cars": { readonly of: CarsOf };
  "call-car-uses": { readonly of: CarsOf; readonly carId: number };
  "call-change-car": { readonly carId: number | null; readonly car: CarToStore };
  "call-put-car-away": { readonly carId: number };
  "call-decode-vin": { readonly vin: string };
}
