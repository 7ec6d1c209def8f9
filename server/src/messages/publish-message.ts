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
  readonly replyTo: number | null;
}

export interface PublishParts {
  readonly rooms: RoomStore;
  readonly messages: Pick<MessageStore, "findSeq">;
  readonly writer: PublishWriter;
}

/** WRITE-3: retry delay after the queue was full; by then, it has drained. */
const fullRetryMs = 1000;

/** `isNew` is false if an earlier send stored the message. */
export interface Published {
  readonly message: Message;
  readonly isNew: boolean;
}

/** MSG-2: publishes a message; repeating its `clientId` returns the first message and changes nothing. */
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

/** A null publication means that the queue was full (WRITE-3). */
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
    // The author joined after the store's check.
    return room.ok ? refused("not_found") : room;
  }
  const { kind, message } = publication;
  return done({ message: toMessage(message, { id: caller.id, readSeq: message.seq }), isNew: kind === "stored" });
}

/** Finds a room's id from its id or name. Only names are looked up, since publishing itself checks ids. */
export async function findRoomId(rooms: RoomStore, caller: User, roomRef: string): Promise<number | null> {
  const ref = readRoomRef(roomRef);
  if (ref?.by === "id") return ref.id;
  return ref === null ? null : ((await rooms.findAccess(ref, caller.id))?.id ?? null);
}

export async function findReplySeq(
  messages: Pick<MessageStore, "findSeq">,
  roomId: number,
  replyTo: number | null,
): Promise<number | "absent" | null> {
  return replyTo === null ? null : ((await messages.findSeq(roomId, replyTo)) ?? "absent");
}

/** ERR-2: reveals the problem only to people who may publish. */
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
