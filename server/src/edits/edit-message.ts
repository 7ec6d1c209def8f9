import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { readMessageText, type TextProblem } from "../messages/rules.ts";
import { changeOwnMessage, type EditParts, findWritableRoom, type MessageRef } from "./change-own-message.ts";

/** MSG-7a: replaces the text of the caller's message; the same text changes nothing. */
export async function editMessage(
  parts: EditParts,
  caller: User,
  asked: MessageRef & { readonly text: string },
): Promise<Outcome<Message>> {
  const read = readMessageText(asked.text);
  // A message with a file may have an empty text (MSG-3); the store checks that.
  if (!read.ok && read.problem !== "empty") return await refuseText(parts, caller, asked, read.problem);
  const text = read.ok ? read.text : "";
  return await changeOwnMessage(parts, caller, asked, (change) => parts.edits.edit({ ...change, text }));
}

/** ERP-2: names the problem only to people who may change the message. */
async function refuseText(
  parts: EditParts,
  caller: User,
  { roomRef, messageId }: MessageRef,
  problem: TextProblem,
): Promise<Outcome<Message>> {
  const room = await findWritableRoom(parts, caller, roomRef);
  if (!room.ok) return room;
  const message = await parts.messages.find(room.value, messageId, null);
  if (message === null) return refused("not_found");
  if (message.author.id !== caller.id) return refused("forbidden");
  return message.deletedAt === null ? invalidField("message", problem) : refused("conflict");
}
