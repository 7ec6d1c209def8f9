import type { LoggedEvent, Stretch } from "./rules.ts";

/** Where a room's log ends, for one member of it. */
export interface MemberHead {
  readonly participantId: number;
  readonly roomId: number;
  readonly lastSeq: number;
}

/** Where a room's log ends, and who belongs to it. */
export interface RoomEnd {
  readonly roomId: number;
  readonly lastSeq: number;
  readonly memberIds: readonly number[];
}

/** The logs of rooms (MSG-5): only ever added to, so that what is read below a head never changes. */
export interface EventLog {
  /**
   * The events of all stretches, ascending by room and `seq`; a stretch never goes past its room's head. They end where the texts
   * of messages come to what an answer holds (`syncBytesMax`): no more is read than can be given.
   */
  listEvents(stretches: readonly Stretch[]): Promise<readonly LoggedEvent[]>;
  /**
   * The heads of these people's rooms that had an event of any kind since a moment (ISO 8601) or within its minute, newest
   * first; one read for all.
   */
  listHeads(participantIds: readonly number[], since: string): Promise<readonly MemberHead[]>;
  /** The heads of these rooms, with their members. */
  listRoomHeads(roomIds: readonly number[]): Promise<readonly RoomEnd[]>;
}
