import { Type } from "typebox";
import { MessageRef, ofPage, OneRoom, PageOfMessage, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { clientId } from "./examples.ts";
import { editsPerPage, messageCharactersMax } from "./limits.ts";
import { Message } from "./message.ts";
import { ClientId, Id, Timestamp } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const message = exampleOf(Message);
const own = { forbidden: "The message is somebody else's, or the caller is not a member or may not publish." };

export const messageEndpoints = {
  publishMessage: {
    method: "POST",
    path: "/api/v1/publish/:roomId",
    limit: "publish",
    takesOneRoom: "room",
    summary: "Publish a message",
    description: `Takes a text of 1 to ${messageCharactersMax} characters and trims it. The message is durable once the response arrives, and \`ChatMessage\` brings it to all members, including the author. Repeating a \`client_id\` returns the first message and stores nothing. \`reply_to\` is the id of a message in the same room.`,
    permissions: ["messages.publish"],
    errors: { forbidden: "The caller views the room without being a member, or may not publish." },
    params: OneRoom,
    body: Type.Object(
      {
        message: Type.String(),
        client_id: Type.Optional(ClientId),
        reply_to: Type.Optional(Id),
      },
      { examples: [{ message: message.message, client_id: clientId }] },
    ),
    answers: {
      200: shape("The message published earlier with this `client_id`, in its current state.", { message: Message }),
      201: shape("The published message.", { message: Message }),
    },
  },
  editMessage: {
    method: "PUT",
    path: "/api/v1/chat/:roomId/message/:messageId",
    limit: "publish",
    summary: "Edit a message",
    description:
      "Replaces the text of the caller's own message; holders of `audit.view` can still read the earlier one. An identical text changes nothing. `MessageUpdated` announces the edit to all members.",
    permissions: ["rooms.view", "messages.publish"],
    errors: { ...own, conflict: "The message is deleted." },
    params: MessageRef,
    body: Type.Object({ message: Type.String() }, { examples: [{ message: "Bună ziua, discurile sunt pe stoc?" }] }),
    answers: {
      200: shape(
        "The message in its current state.",
        { message: Message },
        {
          message: {
            ...message,
            message: "Bună ziua, discurile sunt pe stoc?",
            updated_seq: 58,
            edited_at: "2026-11-23T09:43:00.000Z",
          },
        },
      ),
    },
  },
  deleteMessage: {
    method: "DELETE",
    path: "/api/v1/chat/:roomId/message/:messageId",
    limit: "publish",
    summary: "Delete a message",
    description:
      "Removes the text, earlier texts and file of the caller's own message for everybody, and empties its quotes. The message keeps its place in the log. Deleting twice is harmless. `MessageUpdated` announces the deletion to all members.",
    permissions: ["rooms.view", "messages.publish"],
    errors: own,
    params: MessageRef,
    answers: {
      200: shape(
        "The remains of the message.",
        { message: Message },
        { message: { ...message, message: "", updated_seq: 59, deleted_at: "2026-11-23T09:44:00.000Z" } },
      ),
    },
  },
  listEdits: {
    method: "GET",
    path: "/api/v1/chat/:roomId/message/:messageId/edits/:page",
    limit: "reads",
    summary: "List a message's earlier texts",
    description: `Newest first, ${editsPerPage} per page, each with the time of its replacement.`,
    permissions: ["rooms.view", "audit.view"],
    errors: unpermitted,
    params: PageOfMessage,
    answers: {
      200: shape(
        "A page of earlier texts; empty if the message was never edited.",
        {
          edits: Type.Array(Type.Object({ message: Type.String(), replaced_at: Timestamp })),
          ...ofPage,
        },
        {
          edits: [{ message: message.message, replaced_at: "2026-11-23T09:43:00.000Z" }],
          total: 1,
          page: 1,
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
