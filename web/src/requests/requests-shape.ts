import type { Car } from "@cuplaj/protocol/car.ts";
import type { Vehicle } from "@cuplaj/protocol/offer.ts";
import type { CallInput } from "@cuplaj/protocol/calls.ts";
import type { CallError, PendingRequest, Room, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends RequestsState {}
  interface AppEvents extends RequestsEvents {}
  interface AppEffects extends RequestsEffects {}
  interface LoggedKinds {
    RequestUpdated: true;
  }
}

/** One of the customer's cars that is not put away. */
export type OwnCar = Vehicle & Pick<Car, "id" | "name">;

type AskedChange = CallInput<"changeRequest">["body"];

export interface RequestsState {
  /** Null until they have loaded. */
  readonly cars: readonly OwnCar[] | null;
  /** The client id of the request whose room opens once it is sent, since its customer waits for that. */
  readonly awaitedRequest: string | null;
  /** A change that is being made, or has failed if there is an error. */
  readonly requestChange: { readonly roomId: RoomId; readonly error: CallError | null } | null;
}

export interface RequestsEvents {
  "requests/cars-asked": Nothing;
  "requests/cars-loaded": { readonly cars: readonly OwnCar[] };
  "requests/cars-failed": { readonly error: CallError };
  "requests/vin-entered": { readonly vin: string };
  "requests/send-asked": { readonly text: string; readonly request: PendingRequest };
  "requests/sent": { readonly clientId: string; readonly room: Room };
  /** The request that waits under this id becomes the draft again. */
  "requests/edit-asked": { readonly clientId: string };
  "requests/change-asked": { readonly roomId: RoomId; readonly change: AskedChange };
  "requests/changed": { readonly room: Room };
  "requests/change-failed": { readonly roomId: RoomId; readonly error: CallError };
}

export interface RequestsEffects {
  "call-cars": Nothing;
  "call-decode-vin": { readonly vin: string };
  "call-change-request": { readonly roomId: RoomId; readonly requestId: number; readonly change: AskedChange };
}
