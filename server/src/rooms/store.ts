import type { Member } from "@cuplaj/protocol/participant.ts";
import type { ReadMarker, RoomRef } from "./rules.ts";

/** What every event says of its room, and what addresses it. */
export interface RoomHeadRecord {
  readonly id: number;
  readonly offerId: number;
  readonly epoch: string;
  readonly lastSeq: number;
}

/** A room as one person meets it; `marker` is null for a visitor. */
export interface RoomAccess extends RoomHeadRecord {
  readonly messagesTotal: number;
  readonly marker: ReadMarker | null;
}

/** A room with everything that the list and the room's own page show, except its messages and who is online. */
export interface RoomRecord extends RoomAccess {
  readonly vehicle: {
    readonly make: string;
    readonly model: string;
    readonly engine: string;
    readonly year: number | null;
  };
  readonly updatedAt: string;
  /** At most 50 (ROOM-2). */
  readonly members: readonly Member[];
  readonly membersTotal: number;
}

/** A room that was just changed, and who has to hear of it. */
export interface ChangedRoom {
  readonly head: RoomHeadRecord;
  readonly memberIds: readonly number[];
}

/** What marking read did: null for a marker that was there already, or further. */
export type MovedMarker = (ChangedRoom & { readonly marker: ReadMarker; readonly messagesTotal: number }) | null;

/** Rooms and memberships. Every function is one statement, so what it reads is of one moment. */
export interface RoomStore {
  findAccess(ref: RoomRef, participantId: number): Promise<RoomAccess | null>;
  findRoom(ref: RoomRef, participantId: number): Promise<RoomRecord | null>;
  /** The person's rooms, newest activity first, and how many there are. */
  listRooms(
    participantId: number,
    skip: number,
    take: number,
  ): Promise<{ rooms: readonly RoomRecord[]; total: number }>;
  listAccess(participantId: number, take: number): Promise<readonly RoomAccess[]>;
  /** Those of the offers in whose rooms the person is a member. */
  findMemberOffers(participantId: number, offerIds: readonly number[]): Promise<readonly number[]>;
  listMemberIds(roomId: number): Promise<readonly number[]>;
  /** The id of the offer's room, which is made where there was none. */
  ensureRoom(offerId: number, now: string): Promise<number>;
  /** Adds a member and the event of it (MSG-5); null for somebody who is one already. */
  addMember(roomId: number, participantId: number, now: string): Promise<ChangedRoom | null>;
  /** Moves the marker forward to `upto`, or to the room's end where that is null or beyond (ROOM-7). */
  moveMarker(roomId: number, participantId: number, upto: number | null): Promise<MovedMarker>;
}
