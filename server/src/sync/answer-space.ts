import { syncBytesMax } from "@cuplaj/protocol/limits.ts";

/** Whether a further part of an answer finds a place in it. The first always does; after one that did not, nothing does. */
export type Fits = (part: unknown) => boolean;

/** What a room takes beside its events: its entry, and its unread count. */
const entryBytes = 100;

/** MSG-6: the space of one answer that names so many rooms, in bytes of JSON. */
export function createAnswerSpace(entries: number): Fits {
  let left = syncBytesMax - entries * entryBytes;
  let isFirst = true;
  return (part) => {
    // Negative from here on where it does not fit, so nothing after it does.
    left -= Buffer.byteLength(JSON.stringify(part)) + 1;
    const isFitting = isFirst || left >= 0;
    isFirst = false;
    return isFitting;
  };
}
