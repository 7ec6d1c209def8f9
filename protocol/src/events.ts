import { type Static, type TSchema, Type } from "typebox";
import { Message, MessageAction } from "./message.ts";
import { offerChangesNamedMax } from "./limits.ts";
import { LineDecision, OfferChange, OfferStatus } from "./offer.ts";
import { Member, ParticipantKind, User, UserVersion } from "./participant.ts";
import { RoomHead } from "./room.ts";
import { Id, Seq, Timestamp } from "./scalars.ts";

/** A message was published (LIVE-3); its place in the log is the message's `seq`. Its sender gets it too. */
export const ChatMessage = Type.Object({ message: Message, room: RoomHead });
export type ChatMessage = Static<typeof ChatMessage>;

/** Somebody's read marker moved forward to `read_seq` (LIVE-3, ROOM-7); `seq` is the event's own place in the log. */
export const MessagesRead = Type.Object({
  room_id: Id,
  user: Type.Object({ id: Id, type: ParticipantKind }),
  read_seq: Seq,
  seq: Seq,
});
export type MessagesRead = Static<typeof MessagesRead>;

/** Somebody gave or removed an action (ACT-1); its number in the log is `room.last_seq`, and `by` is not its person where another ended it or handed it over. */
export const ChatMessageAction = Type.Object({ action: MessageAction, by: Member, room: RoomHead });
export type ChatMessageAction = Static<typeof ChatMessageAction>;

/** A message's author changed its text or deleted it (MSG-7): the message as it is now. */
export const MessageUpdated = Type.Object({ message: Message, by: Member, room: RoomHead });
export type MessageUpdated = Static<typeof MessageUpdated>;

/**
 * The room's offer has another version (ERP-1, ERP-3): what it changed, of which at most `offerChangesNamedMax` are named, those of
 * prices and states first, and where the offer stands since. `by` is the program's account, or the customer who decided.
 */
export const OfferUpdated = Type.Object({
  offer_id: Id,
  version: Type.Integer({ minimum: 1 }),
  status: OfferStatus,
  changes: Type.Array(OfferChange, { maxItems: offerChangesNamedMax }),
  changes_total: Type.Integer({ minimum: 0 }),
  /** Where somebody accepted or declined (ERP-3): the customer, or staff on their behalf. */
  decision: Type.Optional(Type.Object({ decision: LineDecision, on_behalf: Type.Boolean(), at: Timestamp })),
  by: Member,
  room: RoomHead,
});
export type OfferUpdated = Static<typeof OfferUpdated>;

/** Who holds a room since now and who did before (ACT-2), by whose doing and how. */
export const TakeOver = Type.Object({
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

/**
 * Somebody joined or left, or a room has another holder (LIVE-3); its number in the log is `room.last_seq`, `members_total` counts
 * who belongs since then.
 */
export const RoomUpdated = Type.Object({
  room: RoomHead,
  joined: Type.Optional(Member),
  left: Type.Optional(Member),
  /** Who brought them in or put them out, where it was somebody else. */
  by: Type.Optional(Member),
  take_over: Type.Optional(TakeOver),
  members_total: Type.Integer({ minimum: 0 }),
});
export type RoomUpdated = Static<typeof RoomUpdated>;

/**
 * Where the logs of rooms end, so that who is behind catches up (MSG-6): of one room whose newest event was not broadcast, on its
 * channel and its members' own; every 45 s of all lately active rooms of a person, on that person's own (LIVE-3).
 * `user_version` is that of the person's settings (AUTH-8); what goes to several people at once has none.
 */
export const RoomHeads = Type.Object({
  epoch: Type.String(),
  heads: Type.Array(Type.Object({ id: Id, last_seq: Seq })),
  user_version: Type.Optional(UserVersion),
});
export type RoomHeads = Static<typeof RoomHeads>;

/** The person's own settings changed, on their own channel: all that `me` answers (AUTH-8). */
export const MeUpdated = Type.Object({ user: User });
export type MeUpdated = Static<typeof MeUpdated>;

/**
 * One kind of entry in rooms' logs: the name and shape of its live event. The event of a kind without columns of its own carries
 * the entry's payload, which holds no text and no names (MSG-6b), with the `room`, `by` (the `Member` who did it) and, where the
 * kind carries its message, `message`, both as they are when the event is read.
 */
export interface LoggedKind {
  readonly event: string;
  readonly data: TSchema;
  readonly carriesMessage?: true;
  /** MSG-9: it stands as a quiet line between the messages. */
  readonly isLine?: true;
}

/** Every kind of entry in rooms' logs (MSG-5), by its name there. A new kind begins here; follow the compiler (CONTRIBUTING.md). */
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
} as const satisfies Readonly<Record<string, LoggedKind>>;
export type LoggedKindName = keyof typeof loggedKinds;

/** The events that stand in a room's log (MSG-5), by their name on the wire; two kinds may have one name. */
export const roomLogEvents = Object.fromEntries(
  Object.values(loggedKinds).map(({ event, data }) => [event, data]),
  // A list of pairs forgets which name has which shape; the table that it is made of knows.
) as { readonly [Kind in LoggedKindName as (typeof loggedKinds)[Kind]["event"]]: (typeof loggedKinds)[Kind]["data"] };
export type RoomLogEvents = { readonly [Name in keyof typeof roomLogEvents]: Static<(typeof roomLogEvents)[Name]> };

/** Every event that the server broadcasts, by its name on the wire. */
export const liveEvents = { ...roomLogEvents, RoomHeads, MeUpdated };
export type LiveEvents = { readonly [Name in keyof typeof liveEvents]: Static<(typeof liveEvents)[Name]> };
export type LiveEventName = keyof LiveEvents;

/** What a client sends with the one whisper there is (LIVE-5). */
export const TypingWhisper = Type.Object({ name: Type.String(), channel: Type.String() });
export type TypingWhisper = Static<typeof TypingWhisper>;
