import { type Static, Type } from "typebox";
import { likeAction, takeOverAction } from "./action-ids.ts";
import { MessageFile } from "./file.ts";
import type { ParticipantKind } from "./participant.ts";
import { Member, NamedPerson } from "./participant.ts";
import { ClientId, Id, Seq, Timestamp } from "./scalars.ts";

/** The actions there are: 1 takes a room's conversation over, 2 likes a message (ACT-1). */
export const ActionId = Type.Union([Type.Literal(takeOverAction), Type.Literal(likeAction)]);
export type ActionId = Static<typeof ActionId>;

/** A take-over or like on a message, given or removed; `customer_id`, `user_id` or `agent_id` is its person, `seq` the event that gave or removed it last. */
export const MessageAction = Type.Object({
  id: Id,
  action_id: ActionId,
  deleted: Type.Boolean(),
  message_id: Id,
  message_seq: Seq,
  room_id: Id,
  customer_id: Type.Union([Id, Type.Null()]),
  user_id: Type.Union([Id, Type.Null()]),
  agent_id: Type.Union([Id, Type.Null()]),
  name: Type.String(),
  message_type: Type.Union([
    Type.Literal("customers-message"),
    Type.Literal("users-message"),
    Type.Literal("agents-message"),
  ]),
  seq: Seq,
  created_at: Timestamp,
});
export type MessageAction = Static<typeof MessageAction>;

/** What a message replies to, as that is now (MSG-8); `excerpt` is empty where it is deleted or has no text, `mime` that of its file. */
export const Quote = Type.Object({
  id: Id,
  seq: Seq,
  author: Member,
  excerpt: Type.String(),
  mime: Type.Optional(Type.String()),
  deleted: Type.Boolean(),
});
export type Quote = Static<typeof Quote>;

/** A message (MSG-1). Exactly one of `customer`, `user` (ERP) and `agent` names its author; a system line has none. */
export const Message = Type.Object({
  id: Id,
  room_id: Id,
  seq: Seq,
  client_id: Type.Union([ClientId, Type.Null()]),
  timestamp: Timestamp,
  customer: Type.Optional(NamedPerson),
  user: Type.Optional(NamedPerson),
  agent: Type.Optional(NamedPerson),
  message: Type.String(),
  unread: Type.Boolean(),
  messages_file: Type.Union([MessageFile, Type.Null()]),
  /** The take-over, the reader's own like and the newest 20 likes (ACT-2); one that is told to everybody names no reader's own. */
  messages_actions: Type.Array(MessageAction),
  likes_total: Type.Integer({ minimum: 0 }),
  /** The newest event of the room that changed it, its own at first: an event at or below it changes nothing here (MSG-6). */
  updated_seq: Seq,
  edited_at: Type.Optional(Timestamp),
  /** Text, file and earlier texts are gone; its place stays (MSG-7). */
  deleted_at: Type.Optional(Timestamp),
  reply_to: Type.Optional(Quote),
});
export type Message = Static<typeof Message>;

/** How an action names the kind of its message's author (ACT-1). */
export const actionMessageType = {
  customer: "customers-message",
  erp: "users-message",
  agent: "agents-message",
} as const satisfies Record<ParticipantKind, string>;

/** The wire field that names an author of this kind (MSG-1). */
export const authorField = {
  customer: "customer",
  erp: "user",
  agent: "agent",
} as const satisfies Record<ParticipantKind, string>;
