import { type Static, Type } from "typebox";
import type { ParticipantKind } from "./participant.ts";
import { NamedPerson } from "./participant.ts";
import { ClientId, Id, Seq, Timestamp } from "./scalars.ts";

/** A file of a message (MSG-1). */
export const MessageFile = Type.Object({
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  mime: Type.String(),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  url: Type.String(),
  preview_url: Type.Optional(Type.String()),
});

/** A take-over (1) or like (2) on a message, given or removed. */
export const MessageAction = Type.Object({
  id: Id,
  action_id: Type.Union([Type.Literal(1), Type.Literal(2)]),
  deleted: Type.Boolean(),
  message_id: Id,
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
  messages_actions: Type.Array(MessageAction),
  /** The newest event of the room that changed it, its own at first: an event at or below it changes nothing here (MSG-6). */
  updated_seq: Seq,
});
export type Message = Static<typeof Message>;

/** The wire field that names an author of this kind (MSG-1). */
export const authorField = {
  customer: "customer",
  erp: "user",
  agent: "agent",
} as const satisfies Record<ParticipantKind, string>;
