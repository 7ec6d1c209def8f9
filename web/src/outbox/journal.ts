import { fieldsOf, fits, isCount, isId, isKind, isText } from "../api/shapes.ts";
import { createDurableRows, type RowStorages } from "../platform/durable-rows.ts";
import type { CallError, Message, PendingMessage } from "../state/entities.ts";
import type { AppEvent } from "../state/events.ts";

/** What one person wrote and the server has not confirmed, on this device. */
export type Journal = ReturnType<typeof createJournal>;

/** What the keys of a person's journal begin with; the message's client id follows. */
export const journalPrefix = (owner: string): string => `cuplaj.unsent.${owner}.`;

/** Opens the journal of a person (`ownerKey`): one row a message, written before it is sent (SEND-1). */
export function createJournal(owner: string, storages: Omit<RowStorages, "owner" | "prefix">) {
  const rows = createDurableRows({ ...storages, owner, prefix: journalPrefix(owner) });
  return {
    /** Makes a message safe, or stores what became of one; one that is no longer there stays gone. */
    write: (message: PendingMessage, isNew: boolean): void => {
      if (isNew || rows.has(message.clientId)) rows.write(message.clientId, message);
    },
    /** Removes messages that were sent (as `sent` has them) or deleted. */
    settle: (clientIds: readonly string[], sent: readonly Message[]): void => {
      for (const clientId of clientIds.filter(rows.has)) {
        const message = sent.find((one) => one.clientId === clientId);
        // The other tabs learn what it was sent as: no bubble goes before its message is there (SEND-2).
        rows.remove(clientId, message && { sent: message });
      }
    },
    rows: (): readonly PendingMessage[] =>
      rows
        .all()
        .flatMap((value) => readRow(value) ?? [])
        .toSorted((a, b) => a.position - b.position || (a.writtenAt < b.writtenAt ? -1 : 1)),
    isStored: rows.isStored,
    takeInCopies: rows.takeInCopies,
    /** What a key that another tab changed means; null where it is none of the journal's. */
    eventOf: (key: string | null, value: string | null): AppEvent | null => {
      const change = rows.changeOf(key, value);
      if (change === null) return null;
      const message = readSent(fieldsOf(change.written)["sent"]);
      if (message) return { type: "messages/published", clientId: change.id, message };
      // As it is by now: where two tabs write at once, both see the same in the end.
      const row = readRow(change.now);
      return row ? { type: "outbox/row-changed", row } : { type: "outbox/row-removed", clientId: change.id };
    },
  };
}

/**
 * A message out of the device's storage, as it waits now; null for what is none. A refusal outlives a page, and that the server
 * put it off. The release before called its position `place`, and backing off `resting`; it named no tab.
 */
export function readRow(value: unknown): PendingMessage | null {
  const { status, error, notBefore, place, position = place, tabId } = fieldsOf(value);
  const shape = { clientId: isWritten, roomId: isId, text: isWritten, writtenAt: isWritten };
  if (!fits<PendingMessage>(value, shape)) return null;
  const { clientId, roomId, text, writtenAt } = value;
  const order = { position: isCount(position) ? position : 0, tabId: isText(tabId) ? tabId : "" };
  const message = { clientId, roomId, text, writtenAt, ...order, attempts: 0 };
  if (!fits<CallError>(error, { code: isText })) return { ...message, status: "waiting", error: null };
  if (status === "failed") return { ...message, status, error };
  if (status !== "backing-off" && status !== "resting") return { ...message, status: "waiting", error: null };
  return { ...message, status: "backing-off", error, notBefore: Number.isFinite(notBefore) ? Number(notBefore) : 0 };
}

/** A sent message as another tab stored it; null for what is none. */
export function readSent(value: unknown): Message | null {
  const author = { id: isId, name: isText, kind: isKind };
  const shape = { id: isId, roomId: isId, seq: isCount, clientId: isWritten, author, sentAt: isText, text: isText };
  if (!fits<Message>(value, shape)) return null;
  // A page of an older release names no such event.
  return { ...value, updatedSeq: value.updatedSeq ?? value.seq };
}

const isWritten = (value: unknown): boolean => isText(value) && value !== "";
