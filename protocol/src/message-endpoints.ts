import { Type } from "typebox";
import { Page, RoomRef } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { handOverNoteMax } from "./limits.ts";
import { ActionId, Message, MessageAction } from "./message.ts";
import { ParticipantKind } from "./participant.ts";
import { SearchAnswer, SearchRequest } from "./search.ts";
import { ClientId, Id, Timestamp } from "./scalars.ts";

const MessageRef = Type.Object({ roomId: RoomRef, messageId: Id });

/** The calls that write messages and act on them (MSG-2, MSG-7, ACT-1). */
export const messageEndpoints = {
  publishMessage: {
    method: "POST",
    path: "/api/v1/publish/:roomId",
    limit: "publish",
    params: Type.Object({ roomId: RoomRef }),
    body: Type.Object({
      message: Type.String(),
      client_id: Type.Optional(ClientId),
      /** A message of the same room that this one replies to (MSG-8). */
      reply_to: Type.Optional(Id),
    }),
    answers: { 200: Type.Object({ message: Message }), 201: Type.Object({ message: Message }) },
  },
  editMessage: {
    method: "PUT",
    path: "/api/v1/chat/:roomId/message/:messageId",
    limit: "publish",
    params: MessageRef,
    body: Type.Object({ message: Type.String() }),
    answers: { 200: Type.Object({ message: Message }) },
  },
  deleteMessage: {
    method: "DELETE",
    path: "/api/v1/chat/:roomId/message/:messageId",
    limit: "publish",
    params: MessageRef,
    answers: { 200: Type.Object({ message: Message }) },
  },
  /** The earlier texts of an edited message, newest first, each with when it was replaced. */
  listEdits: {
    method: "GET",
    path: "/api/v1/chat/:roomId/message/:messageId/edits/:page",
    limit: "reads",
    params: Type.Object({ roomId: RoomRef, messageId: Id, page: Page }),
    answers: {
      200: Type.Object({
        edits: Type.Array(Type.Object({ message: Type.String(), replaced_at: Timestamp })),
        total: Type.Integer(),
        page: Type.Integer(),
      }),
    },
  },
  actOnMessage: {
    method: "POST",
    path: "/api/v1/chat/:roomId/action/:messageId/:actionId/:type",
    limit: "actions",
    /** `type` is the kind of the message's author. */
    params: Type.Object({ roomId: RoomRef, messageId: Id, actionId: ActionId, type: ParticipantKind }),
    /** The state that is wanted; the other one than now without it. */
    body: Type.Optional(Type.Object({ state: Type.Optional(Type.Boolean()) })),
    answers: { 200: Type.Object({ action: MessageAction }) },
    details: { already_taken_over: Type.Object({ action: MessageAction }) },
  },
  handOver: {
    method: "POST",
    path: "/api/v1/chat/:roomId/hand-over",
    limit: "actions",
    params: Type.Object({ roomId: RoomRef }),
    body: Type.Object({ to: Id, note: Type.Optional(Type.String({ maxLength: 4 * handOverNoteMax })) }),
    answers: { 200: Type.Object({ action: MessageAction }) },
    details: { already_taken_over: Type.Object({ action: MessageAction }) },
  },
  listActions: {
    method: "GET",
    path: "/api/v1/chat/:roomId/message/:messageId/actions/:page",
    limit: "reads",
    params: Type.Object({ roomId: RoomRef, messageId: Id, page: Page }),
    answers: {
      200: Type.Object({ actions: Type.Array(MessageAction), total: Type.Integer(), page: Type.Integer() }),
    },
  },
  /** FIND-1: rooms of the caller's own, best first. */
  searchChats: {
    method: "POST",
    path: "/api/v1/search",
    limit: "search",
    body: SearchRequest,
    answers: { 200: SearchAnswer },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
