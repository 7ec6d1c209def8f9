import { type Static, Type } from "typebox";
import { offerRoomType, requestRoomType } from "./channels.ts";
import { ana, epoch, radu } from "./examples.ts";
import { Message, MessageAction } from "./message.ts";
import { LineDecision, OfferStatus } from "./offer.ts";
import { Member, OnlineUser } from "./participant.ts";
import { RoomRequest } from "./request.ts";
import { BinaryFlag, Id, Seq, Timestamp } from "./scalars.ts";
import { described, exampleOf, shape } from "./shape.ts";

/** Only the new holder sees the note. @public Named in the API document. */
export const HandOver = shape("The hand-over of a room from one holder to the next.", {
  by: Member,
  note: Type.String(),
  at: Timestamp,
});

export const RoomFilter = Type.Union(
  [Type.Literal("all"), Type.Literal("unread"), Type.Literal("mine"), Type.Literal("unclaimed")],
  {
    description:
      "All rooms; those with unread messages; those the caller holds; those that wait for an answer and have no holder.",
  },
);
export type RoomFilter = Static<typeof RoomFilter>;
export const RoomSort = Type.Union([Type.Literal("activity"), Type.Literal("waiting")], {
  description: "Newest activity first, or longest wait first.",
});
export type RoomSort = Static<typeof RoomSort>;

export const RoomCounts = shape(
  "The number of the caller's rooms that match each filter.",
  {
    all: Type.Integer({ minimum: 0 }),
    unread: Type.Integer({ minimum: 0 }),
    mine: Type.Integer({ minimum: 0 }),
    unclaimed: Type.Integer({ minimum: 0 }),
  },
  { all: 1, unread: 0, mine: 0, unclaimed: 1 },
);
export type RoomCounts = Static<typeof RoomCounts>;

/** The customer's latest decision; `code` is null if the offer no longer has the first decided line. */
export const RoomDecision = Type.Object({
  seq: Seq,
  at: Timestamp,
  by: Member,
  decision: LineDecision,
  code: Type.Union([Type.String(), Type.Null()]),
  /** Number of lines decided; `code` is that of the first. */
  lines_total: Type.Integer({ minimum: 1 }),
});
export type RoomDecision = Static<typeof RoomDecision>;

/** `seq` is the entry in the room's log. @public Named in the API document. */
export const BroughtIn = Type.Object({ seq: Seq, at: Timestamp, by: Member });

export const RoomCustomer = shape("The customer of a room.", {
  ...Member.properties,
  is_member: Type.Boolean({ description: "False once they have left; later messages do not reach them." }),
  can_sign_in: Type.Boolean({
    description: "False if the account is disabled, or its invitation expired unused.",
  }),
});
export type RoomCustomer = Static<typeof RoomCustomer>;

export const Room = shape(
  "A room as the caller sees it.",
  {
    id: Id,
    name: Type.String(),
    channel: Type.String({ description: "The presence channel that carries its events." }),
    namespace: Type.Literal("", { description: "Always empty." }),
    private: BinaryFlag,
    presence: BinaryFlag,
    type: Type.Union([Type.Literal(offerRoomType), Type.Literal(requestRoomType)], {
      description: "1 if the room began with an offer, 2 if with a request.",
    }),
    title: Type.String(),
    offer_id: Type.Union([Id, Type.Null()], { description: "Null if no offer answers the request yet." }),
    vehicle: Type.String({ description: "The offer's or request's vehicle in short; empty if unknown." }),
    /** `OfferUpdated` announces changes (OFF-6). */
    offer_status: Type.Union([OfferStatus, Type.Null()]),
    offer_version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** `RequestUpdated` announces changes (REQ-1). */
    request: Type.Union([RoomRequest, Type.Null()], { description: "The request that the room began with." }),
    messages: Type.Array(Message, { description: "The newest message in lists; a page of messages from `viewRoom`." }),
    total: Type.Integer({ minimum: 0, description: "The number of messages in the room." }),
    page: Type.Integer({ minimum: 0, description: "0 in lists." }),
    unread_count: Type.Integer({
      minimum: 0,
      description: "Messages after the caller's read marker that count as unread.",
    }),
    last_seq: described(Seq, "The newest event in the room's log."),
    read_seq: described(Seq, "The caller's read marker."),
    others_read_seq: described(Seq, "The furthest that anybody else has ever read."),
    /** Messages older than a membership count as read by that member. */
    members_read_seq: Type.Record(Type.String(), Seq, { description: "How far each of `members` has read, by id." }),
    epoch: Type.String(),
    online: Type.Array(OnlineUser),
    typing: Type.Array(Type.String()),
    /** Not derivable from `members`, which names at most 50 (ROOM-4). */
    is_member: Type.Boolean({ description: "False if the caller views the room without being a member." }),
    customer: described(RoomCustomer, "The customer of the room."),
    members: Type.Array(Member, { description: "At most 50; `listMembers` returns all." }),
    members_total: Type.Integer({ minimum: 0 }),
    taken_over_by: Type.Union([Member, Type.Null()], { description: "The room's holder." }),
    take_over: Type.Union([MessageAction, Type.Null()], { description: "The action that took the room over." }),
    handed_over: Type.Union([HandOver, Type.Null()], {
      description: "Set only for the holder, if a colleague handed the room over.",
    }),
    waiting_since: Type.Union([Timestamp, Type.Null()], {
      description: "The time of the oldest customer message that staff have not answered.",
    }),
    last_decision: Type.Union([RoomDecision, Type.Null()], {
      description: "The latest decision of the offer's customer.",
    }),
    /** ROOM-14; null for those who joined by themselves. */
    brought_in: Type.Union([BroughtIn, Type.Null()], {
      description: "Who added the caller; null if they joined by themselves.",
    }),
    updated_at: described(Timestamp, "The time of the newest activity, or when the caller was added."),
  },
  {
    id: 12,
    name: "oferta.10001",
    channel: "presence-oferta.10001",
    namespace: "",
    private: 0,
    presence: 1,
    type: 1,
    title: "Oferta 10001",
    offer_id: 10_001,
    vehicle: "Octavia 2.0 TDI, 2014 · Škoda",
    offer_status: "sent",
    offer_version: 3,
    request: null,
    messages: [exampleOf(Message)],
    total: 41,
    page: 0,
    unread_count: 0,
    last_seq: 57,
    read_seq: 57,
    others_read_seq: 55,
    members_read_seq: { "3": 55, "7": 57 },
    epoch,
    online: [exampleOf(OnlineUser)],
    typing: [],
    is_member: true,
    customer: { ...ana, is_member: true, can_sign_in: true },
    members: [ana, radu],
    members_total: 2,
    taken_over_by: null,
    take_over: null,
    handed_over: null,
    waiting_since: "2026-11-23T09:41:07.512Z",
    last_decision: null,
    brought_in: null,
    updated_at: "2026-11-23T09:41:07.512Z",
  },
);
export type Room = Static<typeof Room>;
export const exampleRequestRoom: Room = {
  ...exampleOf(Room),
  ...{ id: 14, name: "cerere.31", channel: "presence-cerere.31", type: 2, title: "Cererea 31" },
  ...{ offer_id: null, offer_status: null, offer_version: null, request: exampleOf(RoomRequest) },
};

export const RoomHead = shape(
  "The room of a live event.",
  {
    id: Id,
    name: Type.String(),
    channel: Type.String(),
    last_seq: described(Seq, "The newest event in its log."),
    epoch: Type.String(),
  },
  {
    id: 12,
    name: "oferta.10001",
    channel: "presence-oferta.10001",
    last_seq: 57,
    epoch,
  },
);
export type RoomHead = Static<typeof RoomHead>;

export const ChannelEntry = shape("A channel that the caller may subscribe to.", {
  id: described(Id, "The room's id, or the person's for their own channel."),
  name: Type.String(),
  channel: Type.String({ description: "Its name on the live connection." }),
  private: BinaryFlag,
  presence: BinaryFlag,
  kind: Type.Union([Type.Literal("user"), Type.Literal("room")]),
  unread_count: Type.Integer({ minimum: 0 }),
  last_seq: Seq,
});
export type ChannelEntry = Static<typeof ChannelEntry>;
