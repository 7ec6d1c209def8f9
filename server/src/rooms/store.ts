import type { OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { Room, RoomCounts, RoomCustomer, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import type { StoredAction } from "./action-rules.ts";
import type { CommittedEntry } from "./log-rules.ts";
import type { BroughtIn, ReadMarker, Removed, RoomRef, Vehicle } from "./rules.ts";

/** What every event says of its room, and what addresses it. */
interface RoomHeadRecord {
  readonly id: number;
  readonly offerId: number;
  /** In an event's head the `seq` of that very event (MSG-5). */
  readonly lastSeq: number;
}

/** A room as one person sees it; `marker` is null for a visitor. */
export interface RoomAccess extends RoomHeadRecord {
  readonly messagesTotal: number;
  /** The newest of the customer's decisions (ROOM-3h) and the entry by which the person was brought in (ROOM-14i); 0 where there is neither. */
  readonly newsSeq: number;
  readonly marker: ReadMarker | null;
}

/** A room with everything that the list and the room's own page show, except its messages and who is online. */
export interface RoomRecord extends RoomAccess {
  readonly vehicle: Vehicle;
  readonly offerStatus: OfferStatus;
  readonly offerVersion: number;
  /** As the person's lists have it: when they were brought in, if nothing newer has happened. */
  readonly updatedAt: string;
  /** When the oldest message of a customer was written that no staff has answered; null where none waits (ROOM-3d). */
  readonly waitingSince: string | null;
  readonly lastDecision: Room["last_decision"];
  readonly broughtIn: Room["brought_in"];
  /** How far anybody else has ever read, also who has left since. */
  readonly othersReadSeq: number;
  readonly customer: RoomCustomer;
  /** At most 50 (ROOM-2), each with how far they have read what was written since they joined. */
  readonly members: readonly (Member & { readonly readSeq: number })[];
  readonly membersTotal: number;
  /** The take-over by which somebody holds it, and for that person who handed it over to them (ACT-2). */
  readonly held: { readonly action: StoredAction; readonly handedOver: Room["handed_over"] } | null;
}

interface MemberChange {
  readonly roomId: number;
  readonly participantId: number;
  readonly now: string;
}

/** What came of bringing somebody in or putting them out, as it was once the room was held. */
interface MembersChanged<Outcome> {
  readonly outcome: Outcome;
  readonly entries: readonly CommittedEntry[];
}

/** Whom a room's events are broadcast to; who they are changes only with `membersSeq`. */
export interface RoomAudience {
  readonly roomId: number;
  readonly offerId: number;
  readonly membersSeq: number;
  readonly memberIds: readonly number[];
}

/** A read marker that just moved to `readSeq` by the event `seq`; `isAtEnd` where no message lies above it; `isMarked` as in `ReadMarker`. */
export interface MovedMarker {
  readonly seq: number;
  readonly membersSeq: number;
  readonly readSeq: number;
  readonly isAtEnd: boolean;
  readonly isMarked: boolean;
}

/** Rooms and memberships. What reads is one statement, of one moment. */
export interface RoomStore {
  findAccess(ref: RoomRef, participantId: number): Promise<RoomAccess | null>;
  findRoom(ref: RoomRef, participantId: number): Promise<RoomRecord | null>;
  /** The person's rooms, newest activity first, and how many there are. */
  listRooms(
    participantId: number,
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; total: number }>;
  /** The same page without the count. */
  listNewest(participantId: number, skip: number, take: number): Promise<readonly RoomRecord[]>;
  /** A page of the rooms that the person holds. */
  listHeld(participantId: number, sort: RoomSort, skip: number, take: number): Promise<readonly RoomRecord[]>;
  /** A page of those of the person's rooms that a filter passes, and how many each filter does, by a walk over all of them (ROOM-3c). */
  walkRooms(
    participantId: number,
    list: { readonly filter: RoomFilter; readonly sort: RoomSort },
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; counts: RoomCounts }>;
  /** The person's newest `take` rooms, without those that are named. */
  listRoomsWithout(participantId: number, take: number, roomIds: readonly number[]): Promise<readonly RoomRecord[]>;
  listAccess(participantId: number, take: number): Promise<readonly RoomAccess[]>;
  /** Those of the person's rooms where something is unread. */
  listUnread(participantId: number): Promise<readonly RoomAccess[]>;
  /** Those of the rooms where the person is a member, in the order in which they are named. */
  listEach(roomIds: readonly number[], participantId: number): Promise<readonly RoomRecord[]>;
  /** Those of the rooms that exist, as the person sees them. */
  findEachAccess(roomIds: readonly number[], participantId: number): Promise<readonly RoomAccess[]>;
  /** Those of the offers in whose rooms the person is a member. */
  findMemberOffers(participantId: number, offerIds: readonly number[]): Promise<readonly number[]>;
  /** A page of a room's members by name, each with who brought them in, and how many there are. */
  listMembers(
    roomId: number,
    skip: number,
    take: number,
  ): Promise<{
    readonly members: readonly (Member & { readonly broughtBy: number | null })[];
    readonly total: number;
  }>;
  listAudiences(roomIds: readonly number[]): Promise<readonly RoomAudience[]>;
  /** Whether somebody was a member of a room, and is none. */
  hasLeft(ref: RoomRef, participantId: number): Promise<boolean>;
  /**
   * Adds a member to the offer's room, which is made with its customer and those of the staff who are where there was none, and the
   * events of it (MSG-5); none for somebody who is one already. User names are in small letters.
   */
  joinOffer(join: {
    readonly offerId: number;
    readonly staff: readonly string[];
    readonly participantId: number;
    readonly now: string;
  }): Promise<readonly CommittedEntry[]>;
  /** Adds a member whom somebody brings in, and the event of it; none for somebody who is one already. */
  addMember(
    change: MemberChange & { readonly type: ParticipantKind; readonly by: number },
  ): Promise<MembersChanged<BroughtIn>>;
  /**
   * Takes a member away, by somebody else or not (null), and adds the event of it (ROOM-6), after those that end what they hold of the
   * room (ACT-2); none for somebody who is no member.
   */
  removeMember(
    change: MemberChange & { readonly by: { readonly id: number; readonly isAdmin: boolean } | null },
  ): Promise<MembersChanged<Removed>>;
  /** Moves the marker forward to `upto`, or to the room's end where that is null or beyond (ROOM-7), with the event of it; null where nothing was unread. */
  moveMarker(move: {
    roomId: number;
    participantId: number;
    upto: number | null;
    now: string;
  }): Promise<MovedMarker | null>;
}

/** What the filters ask of a room of a person's (ROOM-3c). */
export interface RoomFlags {
  readonly id: number;
  readonly isUnread: boolean;
  readonly isMine: boolean;
  readonly isUnclaimed: boolean;
}

/** What was read of a person's rooms, with the version of their own settings, and when, by the database's clock in ms. */
export interface FlagsRead {
  readonly rooms: readonly RoomFlags[];
  readonly version: number;
  readonly atMs: number;
}

/** The same, and the rooms that were looked at and are not the person's. */
export interface ChangedFlags extends FlagsRead {
  readonly otherIds: readonly number[];
}

export interface RoomFlagStore {
  /** Of all rooms of the person's. */
  listFlags(participantId: number): Promise<FlagsRead>;
  /** Of those that had an event in the 100 s before a moment or since, in which a late commit may lie; null where so many had that reading all is cheaper. */
  listChangedFlags(participantId: number, sinceMs: number): Promise<ChangedFlags | null>;
}

/** A room in which lately anything happened, and which event changed its members last. */
export interface ActiveRoom extends RoomHeadRecord {
  readonly membersSeq: number;
}

export interface ActiveRoomStore {
  /**
   * Some of the rooms that had an event in the last 100 s, or since 100 s before an earlier moment, newest first to the minute;
   * moments are the database's, in ms, and `atMs` is that of this read.
   */
  listActive(
    sinceMs: number | null,
    skip: number,
    take: number,
  ): Promise<{ readonly rooms: readonly ActiveRoom[]; readonly atMs: number }>;
}
