import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { isoTime } from "../clock.ts";
import { done, invalidField, type Outcome, refused } from "../outcome.ts";
import { channelsOf, type LiveBroadcaster, toRoomHead } from "../rooms/live-broadcaster.ts";
import type { RoomQueue } from "../rooms/room-queue.ts";
import { mayViewRoom, memberAccess, readRoomRef, type RoomRef } from "../rooms/rules.ts";
import type { ChangedRoom, RoomStore } from "../rooms/store.ts";
import { readMessageText, type StoredMessage, type TextProblem, toMessage } from "./rules.ts";
import type { MessageStore, NewMessage, Publication } from "./store.ts";
import { createUnsureSends, type UnsureSends } from "./unsure-sends.ts";

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
  readonly messages: MessageStore;
  readonly rooms: RoomStore;
  readonly broadcaster: LiveBroadcaster;
  readonly queue: RoomQueue;
  readonly now: () => number;
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
}

/** Makes the use case. */
export function createPublishMessage(parts: PublishParts): PublishMessage {
  const unsure = createUnsureSends();
  return async (caller, sent) => {
    const ref = readRoomRef(sent.roomRef);
    const roomId = ref === null ? null : await findRoomId(parts.rooms, caller, ref);
    if (ref === null || roomId === null) return refused("not_found");
    const text = readMessageText(sent.text);
    if (!text.ok) return await refuseText(parts.rooms, caller, ref, text.problem);
    if (!hasPermission(caller.roles, "messages.publish")) return await refuseOutsider(parts.rooms, caller, ref);
    const message = { roomId, author: caller, text: text.text, clientId: sent.clientId };
    const publication = await parts.queue.run(roomId, () => storeAndTell(parts, unsure, message));
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

type Unstamped = Omit<NewMessage, "timestamp">;

/** ERR-3: the commit comes first; MSG-5: both happen in the room's turn, so events leave in the order of `seq`. */
async function storeAndTell(parts: PublishParts, unsure: UnsureSends, message: Unstamped): Promise<Publication> {
  const { author, clientId } = message;
  const storing = parts.messages.publish({ ...message, timestamp: isoTime(parts.now()) });
  const publication = await storing.catch((error: unknown) => {
    if (clientId !== null) unsure.remember(author.id, clientId);
    throw error;
  });
  if (publication.kind === "stored") tell(parts, publication.message, publication.room);
  if (clientId === null || !unsure.has(author.id, clientId)) return publication;
  if (publication.kind === "repeated") await tellLate(parts, publication.message);
  unsure.settle(author.id, clientId);
  return publication;
}

function tell({ broadcaster, epoch }: PublishParts, message: StoredMessage, room: ChangedRoom): void {
  broadcaster.broadcast("ChatMessage", channelsOf(room), {
    message: toMessage(message, "everyone"),
    room: toRoomHead(room.head, epoch),
  });
}

/** ERR-3: it was committed, but its answer was lost and with it the broadcast; who knows it already ignores it. */
async function tellLate(parts: PublishParts, message: StoredMessage): Promise<void> {
  const { rooms } = parts;
  const head = await rooms.findAccess({ by: "id", id: message.roomId }, message.author.id);
  if (head !== null) tell(parts, message, { head, memberIds: await rooms.listMemberIds(message.roomId) });
}

/** 403 for a room that the caller may look at, else 404 (ERR-2). */
async function refuseOutsider(rooms: RoomStore, caller: User, ref: RoomRef): ReturnType<PublishMessage> {
  const room = await rooms.findAccess(ref, caller.id);
  return refused(room !== null && mayViewRoom(caller, room.marker) ? "forbidden" : "not_found");
}

const asOwn = (message: StoredMessage, caller: User): Message =>
  toMessage(message, { id: caller.id, readSeq: message.seq });
