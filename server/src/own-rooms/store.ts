import type { Arrangement } from "./rules.ts";

/** `full`: the person has reached the limit of this arrangement. */
type Arranged = "changed" | "same" | "full" | "no-member";

interface OwnRoom {
  readonly roomId: number;
  readonly participantId: number;
}

export interface OwnRoomStore {
  /** Pins or mutes a room, or marks it unread from the `seq` in `wanted`; null undoes that. */
  arrange(room: OwnRoom, how: Arrangement, wanted: number | null): Promise<Arranged>;
  hasMessage(roomId: number, seq: number): Promise<boolean>;
}
