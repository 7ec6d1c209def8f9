import type { ChatState } from "./chat-state.ts";
import type { RoomChange, RoomId } from "./entities.ts";
import type { Change } from "./transition.ts";

/** An event of a room's log in its place there, with what its kind carries in our own words. */
export interface PlacedEvent<Data> {
  readonly roomId: RoomId;
  readonly seq: number;
  readonly data: Data;
}

/** A kind of logged event that its slice brings along: how it is read as it comes, and its transition as the next of its room's log. */
export interface PayloadKind {
  readonly read: (name: string, data: unknown) => RoomChange | null;
  readonly apply: (state: ChatState, event: PlacedEvent<unknown>) => Change;
}

/** Makes one. `read` answers null for what has not the shape that it must have. */
export function payloadKind<Data>(kind: {
  readonly read: (data: unknown) => PlacedEvent<Data> | null;
  readonly apply: (state: ChatState, event: PlacedEvent<Data>) => Change;
}): PayloadKind {
  return {
    read: (name, data) => {
      const event = kind.read(data);
      return event === null ? null : { kind: "payload", name, ...event };
    },
    // Under one name stands only what this kind has read.
    apply: (state, event) => kind.apply(state, event as PlacedEvent<Data>),
  };
}

/** Such kinds by their name on the wire. */
export type PayloadKinds = Readonly<Record<string, PayloadKind>>;
