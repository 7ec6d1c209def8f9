import { actionsPerPage, handOverNoteMax } from "../limits.ts";
import { like, roomRef, takeOver } from "./examples.ts";
import type { CallDocs } from "./call-doc.ts";

export const actionDocs = {
  actOnMessage: {
    tag: "actions",
    summary: "Like a message, or take its room over",
    description:
      "`actionId` 1 takes the conversation over from a customer's message (staff with `messages.take-over` instead of `messages.like`), 2 likes the message. `type` is the kind of the message's author. `state` is what is wanted; without it the state is turned over. Nothing changes where it is so already. A room has one take-over at most: the holder moves it by taking a newer message.",
    permissions: ["rooms.view", "messages.like"],
    errors: {
      forbidden:
        "The caller is no member, may not do this, takes over from a message of no customer, or ends somebody else's take-over.",
      conflict: "The message is deleted.",
    },
    details: { already_taken_over: { action: takeOver } },
    request: { params: { roomId: roomRef, messageId: 345, actionId: 2, type: "customer" }, body: { state: true } },
    answers: { 200: { says: "The action as it is now.", example: { action: like } } },
  },
  handOver: {
    tag: "actions",
    summary: "Hand a room over to a colleague",
    description: `Gives the room's take-over to another member of staff, whom it brings into the room where the caller holds \`rooms.invite\`, with a note of at most ${handOverNoteMax} characters that they alone read. Nothing changes where they hold it already, without a note or with that one.`,
    permissions: ["rooms.view", "messages.take-over"],
    errors: { forbidden: "The caller is no member, or may not take over.", conflict: "Nobody holds the room." },
    details: { already_taken_over: { action: takeOver } },
    request: { params: { roomId: roomRef }, body: { to: 5, note: "Așteaptă prețul pentru plăcuțe." } },
    answers: {
      200: {
        says: "The take-over, since then the colleague's.",
        example: { action: { ...takeOver, user_id: null, agent_id: 5, name: "Mia Stan", seq: 61 } },
      },
    },
  },
  listActions: {
    tag: "actions",
    summary: "List a message's actions",
    description: `All likes and the take-over of a message, newest first, ${actionsPerPage} a page; a message itself carries 20 likes at most.`,
    permissions: ["rooms.view"],
    request: { params: { roomId: roomRef, messageId: 345, page: 1 } },
    answers: { 200: { says: "A page of actions.", example: { actions: [like], total: 1, page: 1 } } },
  },
} satisfies Partial<CallDocs>;
