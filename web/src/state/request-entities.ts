import type { Participant, Room, RoomChange } from "./entities.ts";

export interface RequestUpdate {
  readonly request: NonNullable<Room["request"]>;
  /** The offer that now answers the request, here or in a room of its own; null if something else has changed. */
  readonly offer: { readonly number: number; readonly isElsewhere: boolean } | null;
  readonly by: Participant;
}

export const requestUpdatedName = "RequestUpdated";

export const requestUpdateOf = ({ name, data }: Extract<RoomChange, { kind: "payload" }>): RequestUpdate | null =>
  // Payloads of this event name have been parsed as request updates.
  name === requestUpdatedName ? (data as RequestUpdate) : null;
