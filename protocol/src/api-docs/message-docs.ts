import { editsPerPage, messageCharactersMax } from "../limits.ts";
import { clientId, message, roomRef } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

const own = { forbidden: "The message is somebody else's, the caller is no member, or may not publish." };

export const messageDocs = {
  publishMessage: {
    tag: "messages",
    summary: "Publish a message",
    description: `Text of 1 to ${messageCharactersMax} characters; spaces around it are cut. It is stored when the answer comes, and \`ChatMessage\` tells all members, the author too. The same \`client_id\` again answers the first message and stores nothing. \`reply_to\` names a message of the same room.`,
    permissions: ["messages.publish"],
    errors: { forbidden: "The caller looks into the room without being a member, or may not publish." },
    request: { params: { roomId: roomRef }, body: { message: message.message, client_id: clientId } },
    answers: {
      200: { says: "It was published before with this `client_id`: the message as it is now.", example: { message } },
      201: { says: "It is published.", example: { message } },
    },
  },
  editMessage: {
    tag: "messages",
    summary: "Edit one's message",
    description:
      "Replaces the text of one's own message; the earlier one stays readable for holders of `audit.view`. The same text again changes nothing. `MessageUpdated` tells all members.",
    permissions: ["rooms.view", "messages.publish"],
    errors: { ...own, conflict: "The message is deleted." },
    request: { params: { roomId: roomRef, messageId: 345 }, body: { message: "Bună ziua, discurile sunt pe stoc?" } },
    answers: {
      200: {
        says: "The message as it is now.",
        example: {
          message: {
            ...message,
            message: "Bună ziua, discurile sunt pe stoc?",
            updated_seq: 58,
            edited_at: "2026-11-23T09:43:00.000Z",
          },
        },
      },
    },
  },
  deleteMessage: {
    tag: "messages",
    summary: "Delete one's message",
    description:
      "Text, earlier texts and file are gone for everybody at once, and every quote of it is empty. Its place in the order stays. Deleting twice is harmless. `MessageUpdated` tells all members.",
    permissions: ["rooms.view", "messages.publish"],
    errors: own,
    request: { params: { roomId: roomRef, messageId: 345 } },
    answers: {
      200: {
        says: "What is left of the message.",
        example: { message: { ...message, message: "", updated_seq: 59, deleted_at: "2026-11-23T09:44:00.000Z" } },
      },
    },
  },
  listEdits: {
    tag: "messages",
    summary: "Read what a message said before",
    description: `The earlier texts of an edited message, newest first, ${editsPerPage} a page, each with when it was replaced.`,
    permissions: ["rooms.view", "audit.view"],
    errors: unpermitted,
    request: { params: { roomId: roomRef, messageId: 345, page: 1 } },
    answers: {
      200: {
        says: "A page of earlier texts; empty where it was never edited.",
        example: {
          edits: [{ message: message.message, replaced_at: "2026-11-23T09:43:00.000Z" }],
          total: 1,
          page: 1,
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
