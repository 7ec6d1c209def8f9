import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { mayViewRoom, memberAccess, readRoomRef, type RoomRef } from "../rooms/rules.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { PublishWriter } from "./publish-writer.ts";
import { readMessageText, type StoredMessage, type TextProblem, toMessage } from "./rules.ts";

/** What somebody sends to a room. */
interface MessageSent {
  readonly roomRef: string;
  readonly text: string;
  readonly clientId: string | null;
}

/** MSG-2: publishes a message; the same `clientId` again gives the first message and changes nothing. */
export type PublishMessage = (
  caller: User,
  sent: MessageSent,
) => Promise<Outcome<{ readonly message: Message; readonly isNew: boolean }>>;

/** What publishing needs. */
export interface PublishParts {
  readonly rooms: RoomStore;
  readonly writer: PublishWriter;
}

/** WRITE-3: when to come back after too many sends waited; by then what waited is written. */
const fullRetryMs = 1000;

/** Makes the use case. */
export function createPublishMessage(parts: PublishParts): PublishMessage {
  return async (caller, sent) => {
    const ref = readRoomRef(sent.roomRef);
    const roomId = ref === null ? null : await findRoomId(parts.rooms, caller, ref);
    if (ref === null || roomId === null) return refused("not_found");
    const text = readMessageText(sent.text);
    if (!text.ok) return await refuseText(parts.rooms, caller, ref, text.problem);
    if (!hasPermission(caller.roles, "messages.publish")) return await refuseOutsider(parts.rooms, caller, ref);
    const message = { roomId, author: caller, text: text.text, clientId: sent.clientId };
    const writing = parts.writer.publish(message);
    if (writing === null) return refused("unavailable", { retryAfterMs: fullRetryMs });
    const publication = await writing;
    if (publication.kind === "not-member") return await refuseOutsider(parts.rooms, caller, ref);
    return done({ message: asOwn(publication.message, caller), isNew: publication.kind === "stored" });
  };
}

/** Whether the id is a room's is found out by publishing; only a name has to be looked up before. */
async function findRoomId(rooms: RoomStore, caller: User, ref: RoomRef): Promise<number | null> {
  return ref.by === "id" ? ref.id : ((await rooms.findAccess(ref, caller.id))?.id ?? null);
}

/** ERR-2: what is wrong with a text is told to those who may publish; to others the refusal is as with any text. */
async function refuseText(
  rooms: RoomStore,
  caller: User,
  ref: RoomRef,
  problem: TextProblem,
): ReturnType<PublishMessage> {
  const room = await rooms.findAccess(ref, caller.id);
  const mayPublish =
    memberAccess(caller, room?.marker ?? null) === "granted" && hasPermission(caller.roles, "messages.publish");
  return mayPublish ? invalidField("message", problem) : await refuseOutsider(rooms, caller, ref);
}

/** 403 for a room that the caller may look at, else 404 (ERR-2). */
async function refuseOutsider(rooms: RoomStore, caller: User, ref: RoomRef): ReturnType<PublishMessage> {
  const room = await rooms.findAccess(ref, caller.id);
  return refused(room !== null && mayViewRoom(caller, room.marker) ? "forbidden" : "not_found");
}

const asOwn = (message: StoredMessage, caller: User): Message =>
  toMessage(message, { id: caller.id, readSeq: message.seq });
