import { type Static, Type } from "typebox";
import { offerRoomType } from "./channels.ts";
import { Message, MessageAction } from "./message.ts";
import { LineDecision, OfferStatus } from "./offer.ts";
import { Member, OnlineUser } from "./participant.ts";
import { BinaryFlag, Id, Seq, Timestamp } from "./scalars.ts";

/** How a room came from one holder to the next; the note is for the new holder alone. */
export const HandOver = Type.Object({ by: Member, note: Type.String(), at: Timestamp });

/** The lists of rooms (ROOM-3): all of a person's; those with something unread; those they hold; those that wait and nobody holds. */
export const RoomFilter = Type.Union([
  Type.Literal("all"),
  Type.Literal("unread"),
  Type.Literal("mine"),
  Type.Literal("unclaimed"),
]);
export type RoomFilter = Static<typeof RoomFilter>;
/** Newest activity first, or who has waited longest first and the rest after them. */
export const RoomSort = Type.Union([Type.Literal("activity"), Type.Literal("waiting")]);
export type RoomSort = Static<typeof RoomSort>;

/** How many of a person's rooms each filter passes (ROOM-3). */
export const RoomCounts = Type.Object({
  all: Type.Integer({ minimum: 0 }),
  unread: Type.Integer({ minimum: 0 }),
  mine: Type.Integer({ minimum: 0 }),
  unclaimed: Type.Integer({ minimum: 0 }),
});
export type RoomCounts = Static<typeof RoomCounts>;

/** What the customer decided, by its place in the room's log; `code` is null where the offer has that line no longer. */
export const RoomDecision = Type.Object({
  seq: Seq,
  at: Timestamp,
  by: Member,
  decision: LineDecision,
  code: Type.Union([Type.String(), Type.Null()]),
  /** How many lines it is of; `code` is that of the first. */
  lines_total: Type.Integer({ minimum: 1 }),
});
export type RoomDecision = Static<typeof RoomDecision>;

/** By whom somebody was brought into a room, and its place in the room's log. */
export const BroughtIn = Type.Object({ seq: Seq, at: Timestamp, by: Member });

/** Whose offer a room is of: whether they belong to it, and whether they have any way to sign in (ROOM-15). */
export const RoomCustomer = Type.Object({
  ...Member.properties,
  is_member: Type.Boolean(),
  can_sign_in: Type.Boolean(),
});
export type RoomCustomer = Static<typeof RoomCustomer>;

/** A room as one person sees it (ROOM-2): `unread_count` and `read_seq` are that person's. */
export const Room = Type.Object({
  id: Id,
  name: Type.String(),
  channel: Type.String(),
  namespace: Type.Literal(""),
  private: BinaryFlag,
  presence: BinaryFlag,
  type: Type.Literal(offerRoomType),
  title: Type.String(),
  offer_id: Id,
  /** Short form of the offer's vehicle for the list ("Octavia 2.0 TDI, 2014 · Škoda"), empty when unknown. */
  vehicle: Type.String(),
  /** Where the offer stands, and its version; `OfferUpdated` announces a change (OFF-6). */
  offer_status: OfferStatus,
  offer_version: Type.Integer({ minimum: 1 }),
  messages: Type.Array(Message),
  total: Type.Integer({ minimum: 0 }),
  page: Type.Integer({ minimum: 0 }),
  unread_count: Type.Integer({ minimum: 0 }),
  last_seq: Seq,
  read_seq: Seq,
  /** How far anybody else has ever read, also who has left since. */
  others_read_seq: Seq,
  /** How far each of `members` has read, by id; what was there before somebody joined counts as read by them. */
  members_read_seq: Type.Record(Type.String(), Seq),
  epoch: Type.String(),
  online: Type.Array(OnlineUser),
  typing: Type.Array(Type.String()),
  /** False for who looks into it without belonging to it (ROOM-4); `members` alone does not tell, since it names at most 50. */
  is_member: Type.Boolean(),
  customer: RoomCustomer,
  members: Type.Array(Member),
  members_total: Type.Integer({ minimum: 0 }),
  /** Who holds the room's take-over (ACT-2), and the action by which they do. */
  taken_over_by: Type.Union([Member, Type.Null()]),
  take_over: Type.Union([MessageAction, Type.Null()]),
  /** For the holder alone, where a colleague handed the room over to them: by whom, with what note. */
  handed_over: Type.Union([HandOver, Type.Null()]),
  /** When the oldest customer's message was written that no staff has answered; null where none waits. */
  waiting_since: Type.Union([Timestamp, Type.Null()]),
  /** The newest decision of the offer's customer (ERP-3); null before the first. */
  last_decision: Type.Union([RoomDecision, Type.Null()]),
  /** For whoever was brought in by somebody (ROOM-14): by whom; null for who came by themselves. */
  brought_in: Type.Union([BroughtIn, Type.Null()]),
  updated_at: Timestamp,
});
export type Room = Static<typeof Room>;

/** What a live event says of its room (LIVE-3). */
export const RoomHead = Type.Object({
  id: Id,
  name: Type.String(),
  channel: Type.String(),
  last_seq: Seq,
  epoch: Type.String(),
});
export type RoomHead = Static<typeof RoomHead>;

/** One channel that the client subscribes to (ROOM-3). `id` is the room's, or the person's for the user channel. */
export const ChannelEntry = Type.Object({
  id: Id,
  name: Type.String(),
  channel: Type.String(),
  private: BinaryFlag,
  presence: BinaryFlag,
  kind: Type.Union([Type.Literal("user"), Type.Literal("room")]),
  unread_count: Type.Integer({ minimum: 0 }),
  last_seq: Seq,
});
export type ChannelEntry = Static<typeof ChannelEntry>;
