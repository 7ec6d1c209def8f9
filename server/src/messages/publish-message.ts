import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, type FieldProblem, invalidField, type Outcome, type Refused, refused } from "../kernel/outcome.ts";
import { findOwnRoom } from "../rooms/change-room.ts";
import { readRoomRef } from "../rooms/rules.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { PublishWriter } from "./publish-writer.ts";
import { readMessageText, toMessage } from "./rules.ts";
import type { MessageStore, Publication } from "./store.ts";

interface MessageSent {
  readonly roomRef: string;
  readonly text: string;
  readonly clientId: string | null;
  /** The message that it replies to, by its id. */
  readonly replyTo: number | null;
}

export interface PublishParts {
  readonly rooms: RoomStore;
  readonly messages: Pick<MessageStore, "findSeq">;
  readonly writer: PublishWriter;
}

/** WRITE-3: when to come back after too many sends waited; by then what waited is written. */
const fullRetryMs = 1000;

/** A message as its author is answered; `isNew` where this very send stored it. */
export interface Published {
  readonly message: Message;
  readonly isNew: boolean;
}

/** MSG-2: publishes a message; the same `clientId` again gives the first message and changes nothing. */
export async function publishMessage(
  { rooms, messages, writer }: PublishParts,
  caller: User,
  sent: MessageSent,
): Promise<Outcome<Published>> {
  const roomId = await findRoomId(rooms, caller, sent.roomRef);
  if (roomId === null) return refused("not_found");
  const text = readMessageText(sent.text);
  if (!text.ok) return await refuse(rooms, caller, sent.roomRef, { message: text.problem });
  if (!hasPermission(caller.roles, "messages.publish")) return await refuse(rooms, caller, sent.roomRef);
  const replyToSeq = await findReplySeq(messages, roomId, sent.replyTo);
  if (replyToSeq === "absent") return await refuse(rooms, caller, sent.roomRef, { reply_to: "not_valid" });
  const publication = await writer.publish({
    roomId,
    author: caller,
    text: text.text,
    clientId: sent.clientId,
    replyToSeq,
  });
  return await answerPublication(rooms, caller, sent.roomRef, publication);
}

/** Answers a send; null is one that there was no room for (WRITE-3). */
export async function answerPublication(
  rooms: RoomStore,
  caller: User,
  roomRef: string,
  publication: Publication | null,
): Promise<Outcome<Published>> {
  if (publication === null || publication.kind === "contended")
    return refused("unavailable", { retryAfterMs: fullRetryMs });
  if (publication.kind === "left") return refused("not_found");
  if (publication.kind === "not-member") {
    const room = await findOwnRoom(rooms, caller, roomRef);
    // Who joins at the same moment was no member when it was stored.
    return room.ok ? refused("not_found") : room;
  }
  const { kind, message } = publication;
  return done({ message: toMessage(message, { id: caller.id, readSeq: message.seq }), isNew: kind === "stored" });
}

/** Publishing finds out whether an id is a room's; only a name has to be looked up before. */
export async function findRoomId(rooms: RoomStore, caller: User, roomRef: string): Promise<number | null> {
  const ref = readRoomRef(roomRef);
  if (ref?.by === "id") return ref.id;
  return ref === null ? null : ((await rooms.findAccess(ref, caller.id))?.id ?? null);
}

/** MSG-8a: where in its room the message stands that another replies to; null for no reply. A message never leaves its place. */
export async function findReplySeq(
  messages: Pick<MessageStore, "findSeq">,
  roomId: number,
  replyTo: number | null,
): Promise<number | "absent" | null> {
  return replyTo === null ? null : ((await messages.findSeq(roomId, replyTo)) ?? "absent");
}

/** ERR-2: what is wrong with a message is answered to those who may publish; to others the refusal is as with any. */
async function refuse(
  rooms: RoomStore,
  caller: User,
  roomRef: string,
  problem: Readonly<Record<string, FieldProblem>> = {},
): Promise<Refused> {
  const room = await findOwnRoom(rooms, caller, roomRef);
  if (!room.ok) return room;
  const [wrong] = hasPermission(caller.roles, "messages.publish") ? Object.entries(problem) : [];
  return wrong === undefined ? refused("forbidden") : invalidField(...wrong);
}
