import type { CallInput } from "@cuplaj/protocol/calls.ts";
import type { CallError, PendingRequest, Room, RoomId } from "../state/entities.ts";

declare module "../state/shape.ts" {
  interface AppState extends RequestsState {}
  interface AppEvents extends RequestsEvents, LateRequestsEvents {}
  interface AppEffects extends RequestsEffects {}
  interface LoggedKinds {
    RequestUpdated: true;
  }
}

type AskedChange = CallInput<"changeRequest">["body"];

export interface RequestsState {
  /** The client id of the request whose room opens once it is sent, since its customer waits for that. */
  readonly awaitedRequest: string | null;
  /** A change that is being made, or has failed if there is an error. */
  readonly requestChange: { readonly roomId: RoomId; readonly error: CallError | null } | null;
}

export interface RequestsEvents {
  "requests/send-asked": { readonly text: string; readonly request: PendingRequest };
  "requests/sent": { readonly clientId: string; readonly room: Room };
  /** The request that waits under this id becomes the draft again. */
  "requests/edit-asked": { readonly clientId: string };
  "requests/change-asked": { readonly roomId: RoomId; readonly change: AskedChange };
  "requests/changed": { readonly room: Room };
  "requests/change-failed": { readonly roomId: RoomId; readonly error: CallError };
}

export interface LateRequestsEvents {
  "requests/for-car-asked": { readonly carId: number };
}

export interface RequestsEffects {
  "call-change-request": { readonly roomId: RoomId; readonly requestId: number; readonly change: AskedChange };
}
