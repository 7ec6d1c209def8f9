import { loggedKinds } from "@cuplaj/protocol/events.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { toMessage } from "../messages/rules.ts";
import type { MessageStore } from "../messages/store.ts";
import { changeRoom, type ChangeRoomParts, findOwnRoom } from "../rooms/change-room.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { ChangedMessage, ChangeRefusal, EditStore, OwnMessageChange } from "./store.ts";

export interface EditParts extends ChangeRoomParts {
  readonly edits: EditStore;
  readonly messages: Pick<MessageStore, "find">;
}

export interface MessageRef {
  readonly roomRef: string;
  readonly messageId: number;
}

type Changed = ChangedMessage | ChangeRefusal<"not-author" | "request" | "deleted" | "empty">;

/** MSG-7: returns the room's id to members who may publish. */
export async function findWritableRoom(parts: EditParts, caller: User, roomRef: string): Promise<Outcome<number>> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  if (!found.ok) return found;
  return hasPermission(caller.roles, "messages.publish") ? done(found.value.id) : refused("forbidden");
}

/** MSG-7: changes the caller's message with `write`. Reads it after the commit, so that the result is never older than the change. */
export async function changeOwnMessage(
  parts: EditParts,
  caller: User,
  { roomRef, messageId }: MessageRef,
  write: (change: OwnMessageChange) => Promise<Changed>,
): Promise<Outcome<Message>> {
  const found = await findWritableRoom(parts, caller, roomRef);
  if (!found.ok) return found;
  const roomId = found.value;
  const { outcome } = await changeRoom(parts, roomId, async (now) => {
    const changed = await write({ roomId, messageId, participantId: caller.id, now });
    const entry = changed.outcome === "done" ? changed.entry : null;
    const entries = entry === null ? [] : [await toEntry(parts, caller, { roomId, messageId, ...entry })];
    return { outcome: changed.outcome, entries };
  });
  switch (outcome) {
    case "done":
      return done(await readMessage(parts, { roomId, messageId }, caller));
    case "not-member":
      // A person who has left the room may no longer be allowed to see it.
      return await refuseStranger(parts, caller, roomRef);
    case "no-message":
      return refused("not_found");
    case "not-author":
      return refused("forbidden");
    case "request":
    case "deleted":
      return refused("conflict");
    case "empty":
      return invalidField("message", "empty");
  }
}

async function refuseStranger(parts: EditParts, caller: User, roomRef: string): Promise<Outcome<Message>> {
  const found = await findOwnRoom(parts.rooms, caller, roomRef);
  return found.ok ? refused("forbidden") : found;
}

interface MessageEntry {
  readonly roomId: number;
  readonly messageId: number;
  readonly seq: number;
  readonly membersSeq: number;
}

/** Edits and deletions share an event that carries the message. */
async function toEntry(
  parts: EditParts,
  person: User,
  { roomId, messageId, seq, membersSeq }: MessageEntry,
): Promise<CommittedEntry> {
  const message = await readMessage(parts, { roomId, messageId }, "everyone");
  const { event } = loggedKinds.edit;
  return { kind: "payload", event, roomId, seq, membersSeq, person, payload: {}, message };
}

async function readMessage(
  { messages }: EditParts,
  { roomId, messageId }: Pick<MessageEntry, "roomId" | "messageId">,
  reader: User | "everyone",
): Promise<Message> {
  const stored = await messages.find(roomId, messageId, reader === "everyone" ? null : reader.id);
  if (stored === null) throw new Error("a message that was changed is not there");
  return toMessage(stored, reader === "everyone" ? reader : { id: reader.id, readSeq: stored.seq });
}
