import type { Message, Participant, PendingMessage } from "../state/entities.ts";
import { restingAgain } from "./put-off.ts";

/** A message out of the device's storage, as it waits now; null for what is none. A refusal outlives a page, and that the server put it off. */
export function readRow(value: unknown, place: number | null): PendingMessage | null {
  const { clientId, roomId, text, writtenAt, status, error, notBefore } = fieldsOf(value);
  const isMessage = isText(clientId) && isId(roomId) && isText(text) && isText(writtenAt);
  if (!isMessage) return null;
  const message = { clientId, roomId, text, writtenAt, place, attempts: 0, status: "waiting", error: null } as const;
  if (!isText(fieldsOf(error)["code"])) return message;
  const stopped = { ...message, error: error as PendingMessage["error"] };
  if (status === "failed") return { ...stopped, status };
  return status === "resting" ? restingAgain(stopped, notBefore) : message;
}

/** A stored message as another page of the person tells it; null for what is none. */
export function readSent(value: unknown): Message | null {
  const { id, roomId, seq, clientId, author, sentAt, text, updatedSeq } = fieldsOf(value);
  const isMessage = isId(id) && isId(roomId) && isId(seq) && isText(clientId) && isText(sentAt) && isText(text);
  if (!isMessage || !isPerson(author)) return null;
  return { id, roomId, seq, clientId, author, sentAt, text, updatedSeq: isId(updatedSeq) ? updatedSeq : seq };
}

/** The fields of a value from outside; none where it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function isPerson(value: unknown): value is Participant {
  const { id, name, kind } = fieldsOf(value);
  return isId(id) && isText(name) && (kind === "customer" || kind === "erp" || kind === "agent");
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const isId = (value: unknown): value is number => Number.isSafeInteger(value);
