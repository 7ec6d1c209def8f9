import type { Arrangement } from "./rules.ts";

/** What came of it; `full` where as many rooms are arranged so as may be. */
type Arranged = "changed" | "same" | "full" | "no-member";

/** A room and its member, who alone learns of the arrangement. */
interface OwnRoom {
  readonly roomId: number;
  readonly participantId: number;
}

export interface OwnRoomStore {
  /** Pins, mutes or marks a room (`wanted` is the `seq` that it is unread from), or no longer (null). */
  arrange(room: OwnRoom, how: Arrangement, wanted: number | null): Promise<Arranged>;
  /** Whether a room has a message of this `seq`. */
  hasMessage(roomId: number, seq: number): Promise<boolean>;
}
