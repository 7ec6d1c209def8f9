import { readPendingFile, fieldsOf, fits, isCount, isId, isText, isWritten, isFlag, isKind } from "../api/shapes.ts";
import { createDurableRows, type RowStorages } from "../platform/storage/durable-rows.ts";
import {
  type CallError,
  type Message,
  type MessageName,
  newRoomId,
  type PendingMessage,
  type PendingRequest,
} from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";

export const journalPrefix = (owner?: string): string =>
  owner === undefined ? "cuplaj.unsent." : `cuplaj.unsent.${owner}.`;

export function createJournal(owner: string, storages: Omit<RowStorages, "owner" | "prefix">) {
  const rows = createDurableRows({ ...storages, owner, prefix: journalPrefix(owner) });
  return {
    write: (message: PendingMessage, isNew: boolean): void => {
      const { text, file, clientId } = message;
      // A release without files ignores a row whose text is empty, so it never sends a caption without its file (ATT-6).
      if (isNew || rows.has(clientId)) rows.write(clientId, file ? { ...message, text: "", caption: text } : message);
    },
    remove: (clientIds: readonly string[], sent: readonly Message[]): void => {
      for (const clientId of clientIds.filter(rows.has)) {
        const message = sent.find((one) => one.clientId === clientId);
        // Other tabs read the sent message from this removal, so that no bubble disappears before its message arrives (SEND-2).
        rows.remove(clientId, message);
      }
    },
    rows: (): readonly PendingMessage[] =>
      rows
        .all()
        .flatMap((value) => readRow(value) ?? [])
        .toSorted((a, b) => a.position - b.position || (a.writtenAt < b.writtenAt ? -1 : 1)),
    isStored: rows.isStored,
    takeInCopies: rows.takeInCopies,
    eventOf: (key: string | null, value: string | null): AppEvent | null => {
      const change = rows.changeOf(key, value);
      if (change === null) return null;
      const message = readSent(change.sent);
      if (message) return { type: "outbox/published", clientId: change.id, message };
      // Reads the newest value: if two tabs write at once, both end up with the same one.
      const row = readRow(change.now);
      return row ? { type: "outbox/row-changed", row } : { type: "outbox/row-removed", clientId: change.id };
    },
  };
}

/** Parses a stored row; null if invalid. A refusal, or a pause that the server asked for, outlives the page. */
export function readRow(value: unknown): PendingMessage | null {
  const { status, error, notBefore, position, tabId } = fieldsOf(value);
  const said = readSaid(value);
  if (said === null) return null;
  const order = { position: isCount(position) ? position : 0, tabId: isText(tabId) ? tabId : "" };
  const message = { ...said, ...order, attempts: 0 };
  if (!fits<CallError>(error, { code: isText })) return { ...message, status: "waiting", error: null };
  if (status === "failed") return { ...message, status, error };
  if (status !== "backing-off") return { ...message, status: "waiting", error: null };
  return { ...message, status: "backing-off", error, notBefore: Number.isFinite(notBefore) ? Number(notBefore) : 0 };
}

type Said = Pick<PendingMessage, "clientId" | "roomId" | "writtenAt" | "text" | "file" | "request" | "replyTo">;

function readSaid(value: unknown): Said | null {
  const { text, caption, file: stored, replyTo, request } = fieldsOf(value);
  if (!fits<PendingMessage>(value, { clientId: isWritten, roomId: isCount, writtenAt: isWritten })) return null;
  const isRequest = fits<PendingRequest>(request, { items: Array.isArray, photos: Array.isArray });
  if (isRequest !== (value.roomId === newRoomId)) return null;
  const reply = fits<MessageName>(replyTo, { messageId: isId, seq: isCount }) ? { replyTo } : {};
  const message = { clientId: value.clientId, roomId: value.roomId, writtenAt: value.writtenAt, ...reply };
  if (isRequest) return { ...message, text: isText(text) ? text : "", request };
  if (stored === undefined) return isWritten(text) ? { ...message, text } : null;
  const file = readPendingFile(stored);
  return file && { ...message, text: isText(caption) ? caption : "", file };
}

export function readSent(value: unknown): Message | null {
  const author = { id: isId, name: isText, kind: isKind };
  const sent = { id: isId, roomId: isId, seq: isCount, clientId: isWritten, author, sentAt: isText, text: isText };
  const shape = { ...sent, updatedSeq: isCount, isDeleted: isFlag };
  return fits<Message>(value, shape) ? value : null;
}
