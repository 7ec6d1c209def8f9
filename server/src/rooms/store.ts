import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Room, RoomCounts, RoomCustomer, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import type { StoredAction } from "./action-rules.ts";
import type { CommittedEntry } from "./log-rules.ts";
import type { BroughtIn, NumberRef, ReadMarker, Removed, RoomRef, Vehicle } from "./rules.ts";

interface RoomHeadRecord {
  readonly id: number;
  readonly name: string;
  /** In the head that comes with an event, the `seq` of that event (MSG-5). */
  readonly lastSeq: number;
}

/** A room as one person sees it; `marker` is null for a visitor. */
export interface RoomAccess extends RoomHeadRecord {
  readonly messagesTotal: number;
  /** `seq` of the customer's newest decision (ROOM-3h) or of the person being brought in (ROOM-14i); 0 without either. */
  readonly newsSeq: number;
  readonly marker: ReadMarker | null;
}

export interface RoomRecord extends RoomAccess {
  readonly vehicle: Vehicle;
  readonly offer: Pick<Room, "offer_id" | "offer_status" | "offer_version">;
  readonly request: Room["request"];
  /** Time by which the room is sorted in the person's lists: the newest activity, or when they were brought in if that is later. */
  readonly updatedAt: string;
  /** Time of a customer's oldest unanswered message; null if all are answered (ROOM-3d). */
  readonly waitingSince: string | null;
  readonly lastDecision: Room["last_decision"];
  readonly broughtIn: Room["brought_in"];
  /** The furthest position that anybody else has ever read, including former members. */
  readonly othersReadSeq: number;
  readonly customer: RoomCustomer;
  /** At most 50 members (ROOM-2), each with how far they have read since they joined. */
  readonly members: readonly (Member & { readonly readSeq: number })[];
  readonly membersTotal: number;
  /** The room's take-over; only its holder sees who handed it over (ACT-2). */
  readonly held: { readonly action: StoredAction; readonly handedOver: Room["handed_over"] } | null;
}

interface MemberChange {
  readonly roomId: number;
  readonly participantId: number;
  readonly now: string;
}

interface MembersChanged<Outcome> {
  readonly outcome: Outcome;
  readonly entries: readonly CommittedEntry[];
}

/** The recipients of a room's events; they change only with `membersSeq`. */
export interface RoomAudience {
  readonly roomId: number;
  readonly name: string;
  readonly membersSeq: number;
  readonly memberIds: readonly number[];
}

/** A marker that event `seq` moved to `readSeq`; `isAtEnd` if no message lies above it. */
export interface MovedMarker {
  readonly seq: number;
  readonly membersSeq: number;
  readonly readSeq: number;
  readonly isAtEnd: boolean;
  readonly isMarked: boolean;
}

/** Each method that reads runs one statement and therefore sees a consistent snapshot. */
export interface RoomStore {
  findAccess(ref: RoomRef, participantId: number): Promise<RoomAccess | null>;
  findRoom(ref: RoomRef, participantId: number): Promise<RoomRecord | null>;
  listRooms(
    participantId: number,
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; total: number }>;
  /** Like `listRooms`, but without the total. */
  listNewest(participantId: number, skip: number, take: number): Promise<readonly RoomRecord[]>;
  listHeld(participantId: number, sort: RoomSort, skip: number, take: number): Promise<readonly RoomRecord[]>;
  /** Computes the page and the counts of all filters in one pass (ROOM-3c). */
  walkRooms(
    participantId: number,
    list: { readonly filter: RoomFilter; readonly sort: RoomSort },
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; counts: RoomCounts }>;
  listRoomsWithout(participantId: number, take: number, roomIds: readonly number[]): Promise<readonly RoomRecord[]>;
  listAccess(participantId: number, take: number): Promise<readonly RoomAccess[]>;
  listUnread(participantId: number): Promise<readonly RoomAccess[]>;
  /** Lists only rooms of this person, in the given order. */
  listEach(roomIds: readonly number[], participantId: number): Promise<readonly RoomRecord[]>;
  findEachAccess(roomIds: readonly number[], participantId: number): Promise<readonly RoomAccess[]>;
  /** Filters the names to those of rooms that the person is a member of. */
  findMemberRooms(participantId: number, names: readonly string[]): Promise<readonly string[]>;
  /** A page of a room's members by name, each with who brought them in, and their total. */
  listMembers(
    roomId: number,
    skip: number,
    take: number,
  ): Promise<{
    readonly members: readonly (Member & { readonly broughtBy: number | null })[];
    readonly total: number;
  }>;
  listAudiences(roomIds: readonly number[]): Promise<readonly RoomAudience[]>;
  hasLeft(ref: RoomRef, participantId: number): Promise<boolean>;
  /** Finds a room with its customer; `roomId` is null for an offer without a room. */
  findToJoin(ref: NumberRef): Promise<{ readonly customerId: number; readonly roomId: number | null } | null>;
  /**
   * Joins a room; creates an offer's if needed, with its customer and `staff` (usernames in lower case). Returns no entries for an existing member.
   */
  join(join: {
    readonly ref: NumberRef;
    readonly staff: readonly string[];
    readonly participantId: number;
    readonly now: string;
  }): Promise<readonly CommittedEntry[]>;
  /** Returns no entries for an existing member. */
  addMember(
    change: MemberChange & { readonly type: ParticipantKind; readonly by: number },
  ): Promise<MembersChanged<BroughtIn>>;
  /** `by` is null if the person leaves by themselves. Returns the entries of what the removal ended (ACT-2), then its own (ROOM-6). */
  removeMember(
    change: MemberChange & { readonly by: { readonly id: number; readonly isAdmin: boolean } | null },
  ): Promise<MembersChanged<Removed>>;
  /** Moves the marker forward to `upto`, or to the end if that is null or further (ROOM-7), and logs the read; null if nothing was unread. */
  moveMarker(move: {
    roomId: number;
    participantId: number;
    upto: number | null;
    now: string;
  }): Promise<MovedMarker | null>;
}

/** A person's room as the filters see it (ROOM-3c). */
export interface RoomFlags {
  readonly id: number;
  readonly isUnread: boolean;
  readonly isMine: boolean;
  readonly isUnclaimed: boolean;
}

/** A person's rooms, the version of their settings, and the time by the database's clock (ms). */
export interface FlagsRead {
  readonly rooms: readonly RoomFlags[];
  readonly version: number;
  readonly atMs: number;
}

/** Like `FlagsRead`, but only for changed rooms; `otherIds` are changed rooms that are not this person's. */
export interface ChangedFlags extends FlagsRead {
  readonly otherIds: readonly number[];
}

export interface RoomFlagStore {
  listFlags(participantId: number): Promise<FlagsRead>;
  /** Reads rooms that had an event since then, or in the 100 s before, which may hide a late commit; null if reading all rooms is cheaper. */
  listChangedFlags(participantId: number, sinceMs: number): Promise<ChangedFlags | null>;
}

/** A recently active room, with the `seq` of its last change of members. */
export interface ActiveRoom extends RoomHeadRecord {
  readonly membersSeq: number;
}

export interface ActiveRoomStore {
  /** Lists rooms with events in the last 100 s, or since 100 s before `sinceMs`, newest first by minute. Times are the database's, in ms. */
  listActive(
    sinceMs: number | null,
    skip: number,
    take: number,
  ): Promise<{ readonly rooms: readonly ActiveRoom[]; readonly atMs: number }>;
}
