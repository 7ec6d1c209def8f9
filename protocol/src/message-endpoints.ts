import { Type } from "typebox";
import { MessageRef, ofPage, OneRoom, PageOfMessage, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { clientId } from "./examples.ts";
import { editsPerPage, messageCharactersMax } from "./limits.ts";
import { Message } from "./message.ts";
import { ClientId, Id, Timestamp } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const message = exampleOf(Message);
const own = { forbidden: "The message is somebody else's, the caller is no member, or may not publish." };

export const messageEndpoints = {
  publishMessage: {
    method: "POST",
    path: "/api/v1/publish/:roomId",
    limit: "publish",
    summary: "Publish a message",
    description: `Text of 1 to ${messageCharactersMax} characters; spaces around it are cut. It is stored when the answer comes, and \`ChatMessage\` tells all members, the author too. The same \`client_id\` again answers the first message and stores nothing. \`reply_to\` names a message of the same room.`,
    permissions: ["messages.publish"],
    errors: { forbidden: "The caller looks into the room without being a member, or may not publish." },
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
      200: shape("It was published before with this `client_id`: the message as it is now.", { message: Message }),
      201: shape("It is published.", { message: Message }),
    },
  },
  editMessage: {
    method: "PUT",
    path: "/api/v1/chat/:roomId/message/:messageId",
    limit: "publish",
    summary: "Edit one's message",
    description:
      "Replaces the text of one's own message; the earlier one stays readable for holders of `audit.view`. The same text again changes nothing. `MessageUpdated` tells all members.",
    permissions: ["rooms.view", "messages.publish"],
    errors: { ...own, conflict: "The message is deleted." },
    params: MessageRef,
    body: Type.Object({ message: Type.String() }, { examples: [{ message: "Bună ziua, discurile sunt pe stoc?" }] }),
    answers: {
      200: shape(
        "The message as it is now.",
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
    summary: "Delete one's message",
    description:
      "Text, earlier texts and file are gone for everybody at once, and every quote of it is empty. Its place in the order stays. Deleting twice is harmless. `MessageUpdated` tells all members.",
    permissions: ["rooms.view", "messages.publish"],
    errors: own,
    params: MessageRef,
    answers: {
      200: shape(
        "What is left of the message.",
        { message: Message },
        { message: { ...message, message: "", updated_seq: 59, deleted_at: "2026-11-23T09:44:00.000Z" } },
      ),
    },
  },
  listEdits: {
    method: "GET",
    path: "/api/v1/chat/:roomId/message/:messageId/edits/:page",
    limit: "reads",
    summary: "Read what a message said before",
    description: `The earlier texts of an edited message, newest first, ${editsPerPage} a page, each with when it was replaced.`,
    permissions: ["rooms.view", "audit.view"],
    errors: unpermitted,
    params: PageOfMessage,
    answers: {
      200: shape(
        "A page of earlier texts; empty where it was never edited.",
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
