import type { OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Room, RoomCounts, RoomCustomer, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import type { StoredAction } from "./action-rules.ts";
import type { CommittedEntry } from "./log-rules.ts";
import type { BroughtIn, ReadMarker, Removed, RoomRef, Vehicle } from "./rules.ts";

interface RoomHeadRecord {
  readonly id: number;
  readonly offerId: number;
  /** In an event's head, the event's own `seq` (MSG-5). */
  readonly lastSeq: number;
}

/** A room as one person sees it; `marker` is null for a visitor. */
export interface RoomAccess extends RoomHeadRecord {
  readonly messagesTotal: number;
  /** `seq` of the customer's newest decision (ROOM-3h) or of being brought in (ROOM-14i); 0 without either. */
  readonly newsSeq: number;
  readonly marker: ReadMarker | null;
}

export interface RoomRecord extends RoomAccess {
  readonly vehicle: Vehicle;
  readonly offerStatus: OfferStatus;
  readonly offerVersion: number;
  /** Time for the person's lists; if nothing is newer, the time of being brought in. */
  readonly updatedAt: string;
  /** Time of a customer's oldest unanswered message; null if none waits (ROOM-3d). */
  readonly waitingSince: string | null;
  readonly lastDecision: Room["last_decision"];
  readonly broughtIn: Room["brought_in"];
  /** The furthest that anybody else has ever read, including former members. */
  readonly othersReadSeq: number;
  readonly customer: RoomCustomer;
  /** At most 50 (ROOM-2), each with how far they read since they joined. */
  readonly members: readonly (Member & { readonly readSeq: number })[];
  readonly membersTotal: number;
  /** The room's take-over; its holder also sees who handed it over (ACT-2). */
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
  readonly offerId: number;
  readonly membersSeq: number;
  readonly memberIds: readonly number[];
}

/** A marker moved to `readSeq` by event `seq`; `isAtEnd` if no message lies above it. */
export interface MovedMarker {
  readonly seq: number;
  readonly membersSeq: number;
  readonly readSeq: number;
  readonly isAtEnd: boolean;
  readonly isMarked: boolean;
}

/** Each read is one statement and therefore a consistent snapshot. */
export interface RoomStore {
  findAccess(ref: RoomRef, participantId: number): Promise<RoomAccess | null>;
  findRoom(ref: RoomRef, participantId: number): Promise<RoomRecord | null>;
  listRooms(
    participantId: number,
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; total: number }>;
  /** The same page without the total. */
  listNewest(participantId: number, skip: number, take: number): Promise<readonly RoomRecord[]>;
  listHeld(participantId: number, sort: RoomSort, skip: number, take: number): Promise<readonly RoomRecord[]>;
  /** The page and the counts of all filters come from one pass (ROOM-3c). */
  walkRooms(
    participantId: number,
    list: { readonly filter: RoomFilter; readonly sort: RoomSort },
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; counts: RoomCounts }>;
  listRoomsWithout(participantId: number, take: number, roomIds: readonly number[]): Promise<readonly RoomRecord[]>;
  listAccess(participantId: number, take: number): Promise<readonly RoomAccess[]>;
  listUnread(participantId: number): Promise<readonly RoomAccess[]>;
  /** Only rooms of this person, in the given order. */
  listEach(roomIds: readonly number[], participantId: number): Promise<readonly RoomRecord[]>;
  findEachAccess(roomIds: readonly number[], participantId: number): Promise<readonly RoomAccess[]>;
  /** Filters the offers to those in whose rooms the person is a member. */
  findMemberOffers(participantId: number, offerIds: readonly number[]): Promise<readonly number[]>;
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
  /** Creates the room if needed, with its customer and `staff` (lower-case usernames). Returns no entries if they are a member. */
  joinOffer(join: {
    readonly offerId: number;
    readonly staff: readonly string[];
    readonly participantId: number;
    readonly now: string;
  }): Promise<readonly CommittedEntry[]>;
  /** Returns no entries if the person is a member. */
  addMember(
    change: MemberChange & { readonly type: ParticipantKind; readonly by: number },
  ): Promise<MembersChanged<BroughtIn>>;
  /** `by` is null for a leave. Returns the entries of what it ended (ACT-2), then its own (ROOM-6). */
  removeMember(
    change: MemberChange & { readonly by: { readonly id: number; readonly isAdmin: boolean } | null },
  ): Promise<MembersChanged<Removed>>;
  /** Moves the marker forward to `upto`, or to the end if null or beyond (ROOM-7), and logs it; null if nothing was unread. */
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

/** The same for changed rooms; `otherIds` are rooms that are not this person's. */
export interface ChangedFlags extends FlagsRead {
  readonly otherIds: readonly number[];
}

export interface RoomFlagStore {
  listFlags(participantId: number): Promise<FlagsRead>;
  /** Rooms that had an event since, or in the 100 s before, which may hide a late commit; null if reading all is cheaper. */
  listChangedFlags(participantId: number, sinceMs: number): Promise<ChangedFlags | null>;
}

/** A recently active room, with the `seq` of its last change of members. */
export interface ActiveRoom extends RoomHeadRecord {
  readonly membersSeq: number;
}

export interface ActiveRoomStore {
  /** Events of the last 100 s, or since 100 s before `sinceMs`, newest first by minute. Times are the database's, in ms. */
  listActive(
    sinceMs: number | null,
    skip: number,
    take: number,
  ): Promise<{ readonly rooms: readonly ActiveRoom[]; readonly atMs: number }>;
}
