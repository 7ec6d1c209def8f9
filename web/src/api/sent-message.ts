import type { Message } from "../state/entities.ts";
import { fits, isCount, isFlag, isId, isKind, isText, isWritten } from "./shapes.ts";

/** A sent message as another tab stored it; null for any other. */
export function readSent(value: unknown): Message | null {
  const author = { id: isId, name: isText, kind: isKind };
  const sent = { id: isId, roomId: isId, seq: isCount, clientId: isWritten, author, sentAt: isText, text: isText };
  const shape = { ...sent, updatedSeq: isCount, isDeleted: isFlag };
  return fits<Message>(value, shape) ? value : null;
}
