import type { Message } from "../state/entities.ts";
import { fits, isCount, isId, isKind, isText, isWritten } from "./shapes.ts";

/** A sent message as another tab stored it; null for any other. */
export function readSent(value: unknown): Message | null {
  const author = { id: isId, name: isText, kind: isKind };
  const shape = { id: isId, roomId: isId, seq: isCount, clientId: isWritten, author, sentAt: isText, text: isText };
  if (!fits<Message>(value, shape)) return null;
  // A page of an older release names no such event, no file and no quote.
  const older: Partial<Message> = value;
  const { file = null, updatedSeq = value.seq, editedAt = null, isDeleted = false, quote = null } = older;
  return { ...value, file, updatedSeq, editedAt, isDeleted, quote };
}
