import { Type } from "typebox";
import { ofPage, OneRoom, PageOfMessage, RoomRef } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { actionsPerPage, handOverNoteMax } from "./limits.ts";
import { ActionId, MessageAction } from "./message.ts";
import { ParticipantKind } from "./participant.ts";
import { Id } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

export const actionEndpoints = {
  actOnMessage: {
    method: "POST",
    path: "/api/v1/chat/:roomId/action/:messageId/:actionId/:type",
    limit: "actions",
    summary: "Like a message or take its room over",
    description:
      "`actionId` 1 takes the conversation over at a customer's message (staff only, with `messages.take-over` instead of `messages.like`); 2 likes the message. `type` is the kind of the message's author. `state` is the wanted state, and nothing changes if it already holds; without it the state is toggled. A room has at most one take-over: its holder moves it by taking over a newer message.",
    permissions: ["rooms.view", "messages.like"],
    errors: {
      forbidden:
        "The caller is not a member or lacks the permission, the message to take over is not from a customer, or the take-over to end is somebody else's.",
      conflict: "The message is deleted.",
    },
    params: Type.Object(
      { roomId: RoomRef, messageId: Id, actionId: ActionId, type: ParticipantKind },
      { examples: [{ roomId: "12", messageId: 345, actionId: 2, type: "customer" }] },
    ),
    body: Type.Optional(Type.Object({ state: Type.Optional(Type.Boolean()) }, { examples: [{ state: true }] })),
    answers: {
      200: shape(
        "The action in its current state.",
        { action: MessageAction },
        { action: exampleOf(MessageAction, 1) },
      ),
    },
    details: { already_taken_over: Type.Object({ action: MessageAction }) },
  },
  handOver: {
    method: "POST",
    path: "/api/v1/chat/:roomId/hand-over",
    limit: "actions",
    summary: "Hand a room over to a colleague",
    description: `Transfers the room's take-over to another member of staff, with an optional note of at most ${handOverNoteMax} characters that only they can read. A colleague outside the room is added to it if the caller has \`rooms.invite\`. Nothing changes if the colleague already holds the room and there is no new note.`,
    permissions: ["rooms.view", "messages.take-over"],
    errors: { forbidden: "The caller is not a member, or may not take over.", conflict: "Nobody holds the room." },
    params: OneRoom,
    body: Type.Object(
      { to: Id, note: Type.Optional(Type.String({ maxLength: 4 * handOverNoteMax })) },
      { examples: [{ to: 5, note: "Așteaptă prețul pentru plăcuțe." }] },
    ),
    answers: {
      200: shape(
        "The take-over, now the colleague's.",
        { action: MessageAction },
        { action: { ...exampleOf(MessageAction), user_id: null, agent_id: 5, name: "Mia Stan", seq: 61 } },
      ),
    },
    details: { already_taken_over: Type.Object({ action: MessageAction }) },
  },
  listActions: {
    method: "GET",
    path: "/api/v1/chat/:roomId/message/:messageId/actions/:page",
    limit: "reads",
    takesOneRoom: "room",
    summary: "List a message's actions",
    description: `All likes and the take-over of a message, newest first, ${actionsPerPage} per page; a message itself includes only the newest 20 likes.`,
    permissions: ["rooms.view"],
    params: PageOfMessage,
    answers: {
      200: shape(
        "A page of actions.",
        { actions: Type.Array(MessageAction), ...ofPage },
        { actions: [exampleOf(MessageAction, 1)], total: 1, page: 1 },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
