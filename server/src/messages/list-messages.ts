import type { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { HistoryEvent } from "@cuplaj/protocol/sync.ts";
import type { Static } from "typebox";
import { done, invalidField, type Outcome } from "../kernel/outcome.ts";
import { findRoom } from "../rooms/change-room.ts";
import { toEvent } from "../rooms/log-rules.ts";
import { pageOrdinals } from "../rooms/rules.ts";
import type { RoomAccess, RoomStore } from "../rooms/store.ts";
import { type StoredMessage, toMessage } from "./rules.ts";
import type { LinedPage, LineStore, MessageStore } from "./store.ts";

/** Requests a numbered page counted from the newest, or messages around a `seq`; at most one of the seqs may be set. */
interface MessagesAsked {
  readonly roomRef: string;
  readonly page: number;
  readonly after_seq?: number;
  readonly before_seq?: number;
  readonly around_seq?: number;
}

/**
 * ROOM-4: `seq` is the log's head at the time of reading, so that later events complete the page. `events` are the quiet lines between its
 * messages (MSG-9).
 */
type MessagePage = Static<(typeof endpoints.listMessages.answers)[200]>["data"];

export interface ListMessagesParts {
  readonly rooms: RoomStore;
  readonly messages: MessageStore;
  readonly lines: LineStore;
  /** Identifies the numbering of all rooms' logs (MSG-5). */
  readonly epoch: string;
}

/** ROOM-4: lists messages for members and, as visitors, holders of `rooms.view-any`. */
export async function listMessages(
  { rooms, messages, lines, epoch }: ListMessagesParts,
  caller: User,
  asked: MessagesAsked,
): Promise<Outcome<{ page: MessagePage; isVisit: boolean }>> {
  const found = await findRoom(rooms, caller, asked.roomRef);
  if (!found.ok) return found;
  const room = found.value;
  const seqs = [asked.after_seq, asked.before_seq, asked.around_seq].filter((seq) => seq !== undefined);
  if (seqs.length > 1) return invalidField("after_seq", "too_many");
  // A message's `seq` never changes, so messages that are read after the head are consistent with it.
  const stored = await readMessages(messages, room, asked, caller.id);
  const reader = { id: caller.id, readSeq: room.marker?.readSeq ?? null };
  const page = {
    id: room.id,
    messages: stored.map((message) => toMessage(message, reader)),
    events: await readLines(lines, room, asked, stored, { epoch, readerId: caller.id }),
    total: room.messagesTotal,
    page: asked.page,
    seq: room.lastSeq,
  };
  return done({ page, isVisit: room.marker === null });
}

async function readMessages(
  store: MessageStore,
  { id, lastSeq, messagesTotal }: RoomAccess,
  asked: MessagesAsked,
  readerId: number,
): Promise<readonly StoredMessage[]> {
  const after = (seq: number, take: number) => store.listBySeq(id, { from: "after", seq, lastSeq }, take, readerId);
  const before = (seq: number, take: number) => store.listBySeq(id, { from: "before", seq, lastSeq }, take, readerId);
  if (asked.after_seq !== undefined) return await after(asked.after_seq, messagesPerPage);
  if (asked.before_seq !== undefined) return await before(asked.before_seq, messagesPerPage);
  if (asked.around_seq !== undefined) {
    const half = messagesPerPage / 2;
    return [...(await before(asked.around_seq + 1, half)), ...(await after(asked.around_seq, half))];
  }
  return await store.listByOrdinal(id, pageOrdinals(messagesTotal, asked.page), readerId);
}

async function readLines(
  store: LineStore,
  room: RoomAccess,
  asked: MessagesAsked,
  stored: readonly StoredMessage[],
  { epoch, readerId }: { epoch: string; readerId: number },
): Promise<HistoryEvent[]> {
  const { id, name } = room;
  const linedPage = linedPageOf(room, asked, stored);
  if (linedPage === null) return [];
  const { lines, leftOut, between } = await store.listLines(id, linedPage, readerId);
  const events = lines.flatMap((line): HistoryEvent[] => (line.kind === "unknown" ? [] : [toEvent(line, name, epoch)]));
  const newest = between.at(-1);
  if (newest === undefined) return events;
  const counted = between.map(({ seq, counts }) => ({ seq, counts: { ...counts } }));
  const leftOutEvent: HistoryEvent = {
    seq: newest.seq,
    event: "EventsLeftOut",
    data: { count: leftOut, between: counted },
  };
  return [leftOutEvent, ...events].toSorted((a, b) => a.seq - b.seq);
}

function linedPageOf(
  { lastSeq: headSeq, messagesTotal }: RoomAccess,
  { page, after_seq: afterSeq }: MessagesAsked,
  stored: readonly StoredMessage[],
): LinedPage | null {
  const messageSeqs = stored.map(({ seq }) => seq);
  const [firstSeq, lastSeq] = [messageSeqs[0], messageSeqs.at(-1)];
  if (firstSeq !== undefined && lastSeq !== undefined) return { messageSeqs, firstSeq, lastSeq, headSeq };
  if (messagesTotal === 0) return page > 1 ? null : { messageSeqs, firstSeq: headSeq, lastSeq: 0, headSeq };
  return afterSeq === undefined ? null : { messageSeqs, firstSeq: afterSeq + 1, lastSeq: afterSeq, headSeq };
}
