import { fieldsOf, fits, isCount, isId, isKind, isText } from "../api/shapes.ts";
import type { CallError, Message, PendingMessage } from "../state/entities.ts";
import { restingAgain } from "./put-off.ts";

/** A message out of the device's storage, as it waits now; null for what is none. A refusal outlives a page, and that the server put it off. */
export function readRow(value: unknown, place: number | null): PendingMessage | null {
  const { status, error, notBefore } = fieldsOf(value);
  const shape = { clientId: isWritten, roomId: isId, text: isWritten, writtenAt: isWritten };
  if (!fits<PendingMessage>(value, shape)) return null;
  const { clientId, roomId, text, writtenAt } = value;
  const message = { clientId, roomId, text, writtenAt, place, attempts: 0, status: "waiting", error: null } as const;
  if (!fits<CallError>(error, { code: isText })) return message;
  const stopped = { ...message, error };
  if (status === "failed") return { ...stopped, status };
  return status === "resting" ? restingAgain(stopped, notBefore) : message;
}

/** A stored message as another page of the person tells it; null for what is none. */
export function readSent(value: unknown): Message | null {
  const author = { id: isId, name: isText, kind: isKind };
  const shape = { id: isId, roomId: isId, seq: isCount, clientId: isWritten, author, sentAt: isText, text: isText };
  if (!fits<Message>(value, shape)) return null;
  // A page of the version before does not tell.
  return { ...value, updatedSeq: value.updatedSeq ?? value.seq };
}

const isWritten = (value: unknown): boolean => isText(value) && value !== "";
