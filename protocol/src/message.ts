import { type Static, Type } from "typebox";
import { likeAction, takeOverAction } from "./action-ids.ts";
import { clientId } from "./examples.ts";
import { MessageFile } from "./file.ts";
import type { ParticipantKind } from "./participant.ts";
import { Member, NamedPerson } from "./participant.ts";
import { ClientId, Id, Seq, Timestamp } from "./scalars.ts";
import { described, shape } from "./shape.ts";

export const ActionId = Type.Union([Type.Literal(takeOverAction), Type.Literal(likeAction)]);
export type ActionId = Static<typeof ActionId>;

const takeOver = {
  id: 81,
  action_id: takeOverAction,
  deleted: false,
  message_id: 345,
  message_seq: 57,
  room_id: 12,
  customer_id: null,
  user_id: 3,
  agent_id: null,
  name: "Radu Marin",
  message_type: "customers-message",
  seq: 59,
  created_at: "2026-11-23T09:42:30.004Z",
} as const;

/** Exactly one of `customer_id`, `user_id` and `agent_id` is set; `seq` is that of the event that last changed the action. */
export const MessageAction = shape(
  "A like or take-over of a message, given or removed.",
  {
    id: Id,
    action_id: described(ActionId, "1 is a take-over, 2 a like."),
    deleted: Type.Boolean({ description: "True once it is removed." }),
    message_id: Id,
    message_seq: Seq,
    room_id: Id,
    customer_id: Type.Union([Id, Type.Null()]),
    user_id: Type.Union([Id, Type.Null()]),
    agent_id: Type.Union([Id, Type.Null()]),
    name: Type.String({ description: "The name of the person who acted." }),
    message_type: Type.Union(
      [Type.Literal("customers-message"), Type.Literal("users-message"), Type.Literal("agents-message")],
      { description: "The kind of the message's author." },
    ),
    seq: described(Seq, "The event that last gave or removed it."),
    created_at: Timestamp,
  },
  takeOver,
  { ...takeOver, id: 82, action_id: likeAction, seq: 60 },
);
export type MessageAction = Static<typeof MessageAction>;

/** The quoted message in its current state (MSG-8). `excerpt` is empty if it is deleted or has no text; `mime` is the type of its file. */
export const Quote = shape("The message that another one replies to, in its current state.", {
  id: Id,
  seq: Seq,
  author: Member,
  excerpt: Type.String({ description: "At most 140 characters." }),
  mime: Type.Optional(Type.String()),
  deleted: Type.Boolean(),
});
export type Quote = Static<typeof Quote>;

/** A message (MSG-1). Exactly one of `customer`, `user` (ERP) and `agent` names its author; system lines have no author. */
export const Message = shape(
  "A message. One of `customer`, `user` (ERP) and `agent` names its author.",
  {
    id: Id,
    room_id: Id,
    seq: described(Seq, "Its number in the room's log."),
    client_id: Type.Union([ClientId, Type.Null()], { description: "The key that its author's client gave it." }),
    timestamp: Timestamp,
    customer: Type.Optional(NamedPerson),
    user: Type.Optional(NamedPerson),
    agent: Type.Optional(NamedPerson),
    message: Type.String(),
    unread: Type.Boolean({ description: "Whether it is unread for the caller." }),
    messages_file: Type.Union([MessageFile, Type.Null()]),
    /** ACT-2: broadcasts omit the reader's own like. */
    messages_actions: Type.Array(MessageAction, {
      description: "The take-over, the caller's own like and the newest 20 likes; `listActions` returns all.",
    }),
    likes_total: Type.Integer({ minimum: 0 }),
    updated_seq: described(Seq, "The newest event that changed it; it already includes events up to this one."),
    edited_at: Type.Optional(Timestamp),
    /** A deleted message keeps its place in the log (MSG-7). */
    deleted_at: Type.Optional(described(Timestamp, "When its text and file were removed.")),
    reply_to: Type.Optional(described(Quote, "The message it replies to, in its current state.")),
  },
  {
    id: 345,
    room_id: 12,
    seq: 57,
    client_id: clientId,
    timestamp: "2026-11-23T09:41:07.512Z",
    customer: { id: 7, name: "Ana Popescu" },
    message: "Bună ziua, discurile 1K0 615 301 AA sunt pe stoc?",
    unread: false,
    messages_file: null,
    messages_actions: [],
    likes_total: 0,
    updated_seq: 57,
  },
);
export type Message = Static<typeof Message>;

/** Author kinds in action paths (ACT-1). */
export const actionMessageType = {
  customer: "customers-message",
  erp: "users-message",
  agent: "agents-message",
} as const satisfies Record<ParticipantKind, string>;

/** Wire field that holds the author, by kind (MSG-1). */
export const authorField = {
  customer: "customer",
  erp: "user",
  agent: "agent",
} as const satisfies Record<ParticipantKind, string>;
