import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, type Refused, refused } from "../kernel/outcome.ts";
import { findOwnRoom } from "../rooms/change-room.ts";
import { readRoomRef } from "../rooms/rules.ts";
import type { RoomStore } from "../rooms/store.ts";
import type { PublishWriter } from "./publish-writer.ts";
import { readMessageText, type TextProblem, toMessage } from "./rules.ts";

interface MessageSent {
  readonly roomRef: string;
  readonly text: string;
  readonly clientId: string | null;
}

export interface PublishParts {
  readonly rooms: RoomStore;
  readonly writer: PublishWriter;
}

/** WRITE-3: when to come back after too many sends waited; by then what waited is written. */
const fullRetryMs = 1000;

/** MSG-2: publishes a message; the same `clientId` again gives the first message and changes nothing. */
export async function publishMessage(
  { rooms, writer }: PublishParts,
  caller: User,
  sent: MessageSent,
): Promise<Outcome<{ readonly message: Message; readonly isNew: boolean }>> {
  const roomId = await findRoomId(rooms, caller, sent.roomRef);
  if (roomId === null) return refused("not_found");
  const text = readMessageText(sent.text);
  if (!text.ok) return await refuse(rooms, caller, sent.roomRef, text.problem);
  if (!hasPermission(caller.roles, "messages.publish")) return await refuse(rooms, caller, sent.roomRef);
  const publication = await writer.publish({ roomId, author: caller, text: text.text, clientId: sent.clientId });
  if (publication === null || publication.kind === "contended")
    return refused("unavailable", { retryAfterMs: fullRetryMs });
  if (publication.kind === "not-member") return await refuse(rooms, caller, sent.roomRef);
  const { kind, message } = publication;
  return done({ message: toMessage(message, { id: caller.id, readSeq: message.seq }), isNew: kind === "stored" });
}

/** Publishing finds out whether an id is a room's; only a name has to be looked up before. */
async function findRoomId(rooms: RoomStore, caller: User, roomRef: string): Promise<number | null> {
  const ref = readRoomRef(roomRef);
  if (ref?.by === "id") return ref.id;
  return ref === null ? null : ((await rooms.findAccess(ref, caller.id))?.id ?? null);
}

/** ERR-2: what is wrong with a text is answered to those who may publish; to others the refusal is as with any text. */
async function refuse(rooms: RoomStore, caller: User, roomRef: string, problem?: TextProblem): Promise<Refused> {
  const room = await findOwnRoom(rooms, caller, roomRef);
  if (!room.ok) return room;
  const isTextToBlame = problem !== undefined && hasPermission(caller.roles, "messages.publish");
  return isTextToBlame ? invalidField("message", problem) : refused("forbidden");
}
