import type { Arrangement } from "./rules.ts";

/** `full`: the person has reached the limit of this arrangement. */
type Arranged = "changed" | "same" | "full" | "no-member";

interface OwnRoom {
  readonly roomId: number;
  readonly participantId: number;
}

export interface OwnRoomStore {
  /** Pins, mutes or marks a room unread from the `seq` `wanted`; null undoes it. */
  arrange(room: OwnRoom, how: Arrangement, wanted: number | null): Promise<Arranged>;
  hasMessage(roomId: number, seq: number): Promise<boolean>;
}
