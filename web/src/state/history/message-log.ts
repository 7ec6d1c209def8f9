import type { MessageLog } from "./history-shape.ts";
import type { Message } from "../entities.ts";

const chunkLengthMax = 128;

export function messageAt(log: MessageLog, index: number): Message | null {
  const chunk = lastIndexWhere(log.starts.length, (i) => (log.starts[i] ?? 0) <= index);
  return log.chunks[chunk]?.[index - (log.starts[chunk] ?? 0)] ?? null;
}

/** The index of the first message at or after a `seq`, or the log's length if all are before it. */
export function indexAtSeq(log: MessageLog, seq: number): number {
  const chunk = lastIndexWhere(log.chunks.length, (i) => (log.chunks[i]?.[0]?.seq ?? 0) < seq);
  if (chunk < 0) return 0;
  const messages = log.chunks[chunk] ?? [];
  const within = lastIndexWhere(messages.length, (i) => (messages[i]?.seq ?? 0) < seq);
  return (log.starts[chunk] ?? 0) + within + 1;
}

export const lastMessage = (log: MessageLog): Message | null => messageAt(log, log.length - 1);

/** OLDER-2, MSG-6: adds messages once each, by `seq`, in their newest version. Returns the same log if nothing changes. */
export function withMessages(before: MessageLog, messages: readonly Message[]): MessageLog {
  const once = sortedOnce(messages);
  const log = once.reduce(withNewer, before);
  const fresh = once.filter((message) => indexOf(log, message) === null);
  const first = fresh[0];
  const last = fresh.at(-1);
  if (!first || !last) return log;
  const newest = lastMessage(log);
  if (!newest || compare(newest, first) < 0) return append(log, fresh);
  const oldest = messageAt(log, 0);
  if (oldest && compare(last, oldest) < 0) return rebuilt([...inChunks(fresh), ...log.chunks]);
  return fresh.reduce(insert, log);
}

function withNewer(log: MessageLog, message: Message): MessageLog {
  const index = indexOf(log, message);
  const held = index === null ? null : messageAt(log, index);
  return index !== null && held && message.updatedSeq > held.updatedSeq ? withReplaced(log, index, message) : log;
}

function withReplaced(log: MessageLog, index: number, message: Message): MessageLog {
  const at = lastIndexWhere(log.starts.length, (i) => (log.starts[i] ?? 0) <= index);
  const chunk = (log.chunks[at] ?? []).with(index - (log.starts[at] ?? 0), message);
  return { ...log, chunks: log.chunks.with(at, chunk) };
}

const searchedMax = 200;

export function newestWhere(log: MessageLog, holds: (message: Message) => boolean): Message | null {
  for (let i = log.length - 1; i >= Math.max(0, log.length - searchedMax); i -= 1) {
    const message = messageAt(log, i);
    if (message && holds(message)) return message;
  }
  return null;
}

export const messagesOf = (log: MessageLog): readonly Message[] => log.chunks.flat();

export function logUpto(log: MessageLog, seq: number): MessageLog {
  const length = indexAtSeq(log, seq + 1);
  return length === log.length ? log : rebuilt(inChunks(messagesOf(log).slice(0, length)));
}

export function withChanged(log: MessageLog, seq: number, change: (message: Message) => Message): MessageLog {
  const index = indexAtSeq(log, seq);
  const held = messageAt(log, index);
  if (held?.seq !== seq) return log;
  const after = change(held);
  return after === held ? log : withReplaced(log, index, after);
}

export function withEach(log: MessageLog, change: (message: Message) => Message): MessageLog {
  const chunks = log.chunks.map((chunk) => {
    const after = chunk.map(change);
    return after.every((message, i) => message === chunk[i]) ? chunk : after;
  });
  return chunks.every((chunk, i) => chunk === log.chunks[i]) ? log : { ...log, chunks };
}

function indexOf(log: MessageLog, message: Message): number | null {
  for (let i = indexAtSeq(log, message.seq); i < log.length; i += 1) {
    const found = messageAt(log, i);
    if (!found || found.seq !== message.seq) return null;
    if (compare(found, message) === 0) return i;
  }
  return null;
}

function append(log: MessageLog, fresh: readonly Message[]): MessageLog {
  const tail = log.chunks.at(-1) ?? [];
  return rebuilt([...log.chunks.slice(0, -1), ...inChunks([...tail, ...fresh])]);
}

function insert(log: MessageLog, message: Message): MessageLog {
  const at = Math.max(
    0,
    lastIndexWhere(log.chunks.length, (i) => isAtOrBefore(log.chunks[i]?.[0], message)),
  );
  const chunk = log.chunks[at] ?? [];
  const after = lastIndexWhere(chunk.length, (i) => isAtOrBefore(chunk[i], message)) + 1;
  const filled = [...chunk.slice(0, after), message, ...chunk.slice(after)];
  return rebuilt([...log.chunks.slice(0, at), ...inChunks(filled), ...log.chunks.slice(at + 1)]);
}

const isAtOrBefore = (held: Message | undefined, message: Message): boolean =>
  held !== undefined && compare(held, message) <= 0;

function rebuilt(chunks: readonly (readonly Message[])[]): MessageLog {
  const starts: number[] = [];
  let length = 0;
  for (const chunk of chunks) {
    starts.push(length);
    length += chunk.length;
  }
  return { chunks, starts, length };
}

function inChunks(messages: readonly Message[]): (readonly Message[])[] {
  const chunks: (readonly Message[])[] = [];
  for (let from = 0; from < messages.length; from += chunkLengthMax) {
    chunks.push(messages.slice(from, from + chunkLengthMax));
  }
  return chunks;
}

function sortedOnce(messages: readonly Message[]): Message[] {
  const sorted = messages.toSorted(compare);
  return sorted.filter((message, i) => {
    const before = sorted[i - 1];
    return !before || compare(before, message) !== 0;
  });
}

const kindOf = (message: Message): string => message.author?.kind ?? "";
const compare = (a: Message, b: Message): number => a.seq - b.seq || a.id - b.id || kindOf(a).localeCompare(kindOf(b));

/** The last index at which `test` holds, if it holds for a prefix of 0..length-1; -1 if it never holds. */
export function lastIndexWhere(length: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
