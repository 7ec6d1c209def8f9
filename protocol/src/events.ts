import { type Static, type TSchema, Type } from "typebox";
import { ana, epoch, mia, radu } from "./examples.ts";
import { Message, MessageAction } from "./message.ts";
import { offerChangesNamedMax } from "./limits.ts";
import { LineDecision, OfferChange, OfferStatus } from "./offer.ts";
import { Member, ParticipantKind, User, UserVersion } from "./participant.ts";
import { RoomRequest } from "./request.ts";
import { RoomHead } from "./room.ts";
import { Id, Seq, Timestamp } from "./scalars.ts";
import { described, exampleOf, shape } from "./shape.ts";

const eventOfRoom = described(RoomHead, "Its `last_seq` is the event's `seq` in the log.");

/** Live events (LIVE-3). The first sentence of a description is its heading in the API document. */
export const ChatMessage = shape(
  "A message was published. The event's `seq` in the room's log is the message's. The author receives it too.",
  { message: Message, room: RoomHead },
);
export type ChatMessage = Static<typeof ChatMessage>;

export const MessagesRead = shape(
  "A read marker moved. The read marker of `user` is now at `read_seq`; `seq` is the event's own number in the log.",
  {
    room_id: Id,
    user: Type.Object({ id: Id, type: ParticipantKind }),
    read_seq: Seq,
    seq: Seq,
  },
  { room_id: 12, user: { id: 3, type: "erp" }, read_seq: 57, seq: 58 },
);
export type MessagesRead = Static<typeof MessagesRead>;

export const ChatMessageAction = shape(
  "A like or take-over was given or removed. The event's `seq` in the log is `room.last_seq`.",
  {
    action: MessageAction,
    by: described(Member, "Who did it; not the action's person if somebody else ended it."),
    room: eventOfRoom,
  },
  { action: exampleOf(MessageAction, 1), by: radu, room: { ...exampleOf(RoomHead), last_seq: 60 } },
);
export type ChatMessageAction = Static<typeof ChatMessageAction>;

export const MessageUpdated = shape(
  "A message was edited or deleted. Carries the message in its current state. The event's `seq` in the log is `room.last_seq`.",
  {
    message: Message,
    by: Member,
    room: eventOfRoom,
  },
  {
    message: { ...exampleOf(Message), message: "", updated_seq: 61, deleted_at: "2026-11-23T09:44:00.000Z" },
    by: ana,
    room: { ...exampleOf(RoomHead), last_seq: 61 },
  },
);
export type MessageUpdated = Static<typeof MessageUpdated>;

export const OfferUpdated = shape(
  "The offer has a new version. Carries the changed numbers and states; `viewOffer` returns the texts of lines. The event's `seq` in the log is `room.last_seq`.",
  {
    offer_id: Id,
    version: Type.Integer({ minimum: 1 }),
    status: OfferStatus,
    changes: Type.Array(OfferChange, { maxItems: offerChangesNamedMax }),
    changes_total: Type.Integer({ minimum: 0 }),
    /** Set if a line was accepted or declined (ERP-3), by the customer or by staff on their behalf. */
    decision: Type.Optional(Type.Object({ decision: LineDecision, on_behalf: Type.Boolean(), at: Timestamp })),
    by: Member,
    room: eventOfRoom,
  },
  {
    offer_id: 10_001,
    version: 4,
    status: "sent",
    changes: [{ what: "price", line_id: 1, from: "219.00", to: "214.50" }],
    changes_total: 1,
    by: { ...mia, name: "ERP", type: "erp" },
    room: { ...exampleOf(RoomHead), last_seq: 62 },
  },
);
export type OfferUpdated = Static<typeof OfferUpdated>;

export const TakeOver = shape("Who holds a room now, who held it before, and who changed that and how.", {
  holder: Type.Union([Member, Type.Null()]),
  from: Type.Union([Member, Type.Null()]),
  by: Member,
  how: Type.Union([
    Type.Literal("taken"),
    Type.Literal("handed"),
    Type.Literal("released"),
    Type.Literal("left"),
    Type.Literal("disabled"),
  ]),
});
export type TakeOver = Static<typeof TakeOver>;

export const RoomUpdated = shape(
  "The members or the holder changed. One of `joined`, `left` and `take_over` is set; `by` is who added or removed the member. The event's `seq` in the log is `room.last_seq`; `members_total` counts the members after the change.",
  {
    room: eventOfRoom,
    joined: Type.Optional(Member),
    left: Type.Optional(Member),
    /** Set if somebody else brought the member in or removed them. */
    by: Type.Optional(Member),
    take_over: Type.Optional(TakeOver),
    members_total: Type.Integer({ minimum: 0 }),
  },
  {
    room: { ...exampleOf(RoomHead), last_seq: 59 },
    take_over: { holder: radu, from: null, by: radu, how: "taken" },
    members_total: 2,
  },
);
export type RoomUpdated = Static<typeof RoomUpdated>;

export const RequestUpdated = shape(
  "A request was answered, ordered, withdrawn, closed or reopened. The event's `seq` in the log is `room.last_seq`.",
  {
    request: RoomRequest,
    offer: Type.Union([Type.Object({ id: Id, room_id: Id }), Type.Null()], {
      description: "The offer that answers it, if this event says so; its room is another for all but the first offer.",
    }),
    by: Member,
    room: eventOfRoom,
  },
  {
    request: { id: 31, state: "answered", reason: null, seq: 3 },
    offer: { id: 10_007, room_id: 14 },
    by: { ...mia, name: "ERP", type: "erp" },
    room: { ...exampleOf(RoomHead), id: 14, name: "cerere.31", channel: "presence-cerere.31", last_seq: 64 },
  },
);
export type RequestUpdated = Static<typeof RequestUpdated>;

export const AfterHours = shape(
  "A customer wrote outside the opening hours, for the first time since closing. `by` is the customer; the event's `seq` in the log is `room.last_seq`.",
  {
    next_open: Type.Union([Timestamp, Type.Null()], { description: "When the shop opens; null if unknown." }),
    by: Member,
    room: eventOfRoom,
  },
  { next_open: "2026-11-24T06:00:00.000Z", by: ana, room: { ...exampleOf(RoomHead), last_seq: 63 } },
);
export type AfterHours = Static<typeof AfterHours>;

export const RoomHeads = shape(
  "Heads of room logs. Carries the newest `seq` of rooms, every 45 s and after an event could not be delivered. A client behind it catches up by `sync`. If `user_version` is newer than the client's, it calls `me`.",
  {
    epoch: Type.String(),
    heads: Type.Array(Type.Object({ id: Id, last_seq: Seq })),
    user_version: Type.Optional(UserVersion),
  },
  { epoch, heads: [{ id: 12, last_seq: 57 }], user_version: 4 },
);
export type RoomHeads = Static<typeof RoomHeads>;

export const MeUpdated = shape(
  "The person's own settings changed. Sent only on the person's own channel, with everything that `me` returns.",
  {
    user: User,
  },
);
export type MeUpdated = Static<typeof MeUpdated>;

export const StorageUpdated = shape(
  "The server cannot store files, or can again (`trouble` is null). Sent by each process to its own sockets; messages without files are not affected.",
  { trouble: Type.Union([Type.Literal("away"), Type.Literal("full"), Type.Null()]) },
  { trouble: "away" },
);
export type StorageUpdated = Static<typeof StorageUpdated>;

/** The live event of a log entry. By default its data are `room`, `by`, any `message` and the payload (no text or names, MSG-7b). */
export interface LoggedKind {
  readonly event: string;
  readonly data: TSchema;
  readonly carriesMessage?: true;
  /** Shown as a quiet line in the history (MSG-9). */
  readonly isLine?: true;
}

/** Kinds of entries in room logs (MSG-5), by log name. Start here to add one, then follow the compiler (CONTRIBUTING.md). */
export const loggedKinds = {
  message: { event: "ChatMessage", data: ChatMessage },
  read: { event: "MessagesRead", data: MessagesRead },
  join: { event: "RoomUpdated", data: RoomUpdated, isLine: true },
  leave: { event: "RoomUpdated", data: RoomUpdated, isLine: true },
  action: { event: "ChatMessageAction", data: ChatMessageAction },
  edit: { event: "MessageUpdated", data: MessageUpdated, carriesMessage: true },
  delete: { event: "MessageUpdated", data: MessageUpdated, carriesMessage: true },
  "take-over": { event: "RoomUpdated", data: RoomUpdated, isLine: true },
  offer: { event: "OfferUpdated", data: OfferUpdated, isLine: true },
  request: { event: "RequestUpdated", data: RequestUpdated, isLine: true },
  "after-hours": { event: "AfterHours", data: AfterHours, isLine: true },
} as const satisfies Readonly<Record<string, LoggedKind>>;
export type LoggedKindName = keyof typeof loggedKinds;

/** Events in a room's log (MSG-5) by wire name, which several kinds may share. */
export const roomLogEvents = Object.fromEntries(
  Object.values(loggedKinds).map(({ event, data }) => [event, data]),
  // `fromEntries` loses which shape belongs to which name.
) as { readonly [Kind in LoggedKindName as (typeof loggedKinds)[Kind]["event"]]: (typeof loggedKinds)[Kind]["data"] };
export type RoomLogEvents = { readonly [Name in keyof typeof roomLogEvents]: Static<(typeof roomLogEvents)[Name]> };

/** Every event the server broadcasts, by wire name. */
export const liveEvents = { ...roomLogEvents, RoomHeads, MeUpdated, StorageUpdated };
export type LiveEvents = { readonly [Name in keyof typeof liveEvents]: Static<(typeof liveEvents)[Name]> };
export type LiveEventName = keyof LiveEvents;

export const TypingWhisper = shape("The data of `client-typing`.", { name: Type.String(), channel: Type.String() });
export type TypingWhisper = Static<typeof TypingWhisper>;
