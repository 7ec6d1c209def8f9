import { fieldsOf, fits, isCount, listOf, type ShapeOf, headShape, maybe, memberShape, orNull } from "./shapes.ts";
import { readAfterHours } from "./after-hours.ts";
import { readOfferUpdated } from "./offer-updated.ts";
import { noCounts } from "../state/history/group-lines.ts";
import { readRequestUpdated } from "./request-updated.ts";
import type { LineCounts, QuietLine } from "../state/history/history-shape.ts";
import type { RoomChange, HolderChange } from "../state/entities.ts";
import { quietLineOf } from "../state/history/receive-line.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { HistoryEvent } from "@cuplaj/protocol/sync.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import type { MessagePage } from "../state/messages/messages-shape.ts";
import { messageFromWire, memberFromWire } from "./from-wire.ts";
import type { RoomUpdated, TakeOver } from "@cuplaj/protocol/events.ts";

interface HistoryEntry {
  readonly seq: number;
  readonly event: string;
  readonly data: unknown;
}

const readers: Readonly<Record<string, (data: unknown) => RoomChange | null>> = {
  RoomUpdated: readRoomUpdated,
  OfferUpdated: readOfferUpdated,
  RequestUpdated: readRequestUpdated,
  AfterHours: readAfterHours,
};

/** The lines of a page of history (MSG-9); skips kinds that only a newer server knows (SYNC-9). */
export const linesFromWire = (events: readonly HistoryEntry[]): readonly QuietLine[] => events.flatMap(linesOf);

function linesOf({ event, data }: HistoryEntry): readonly QuietLine[] {
  if (event === "EventsLeftOut") return leftOutOf(data);
  const change = readers[event]?.(data);
  const line = change && quietLineOf(change);
  return line ? [line] : [];
}

interface LeftOut {
  readonly between: readonly { readonly seq: number; readonly counts: Readonly<Record<string, unknown>> }[];
}

const leftOutShape = { between: listOf({ seq: isCount }) } satisfies ShapeOf<LeftOut>;

function leftOutOf(data: unknown): readonly QuietLine[] {
  if (!fits<LeftOut>(data, leftOutShape)) return [];
  return data.between.map((part) => ({ seq: part.seq, kind: "left-out", counts: countsOf(part.counts) }));
}

const countedAs: Readonly<Record<string, keyof LineCounts>> = {
  join: "joined",
  leave: "left",
  "take-over": "takeOvers",
  offer: "offers",
  request: "requests",
  "after-hours": "afterHours",
};

function countsOf(counts: unknown): LineCounts {
  const found = { ...noCounts };
  for (const [kind, count] of Object.entries(fieldsOf(counts))) {
    if (isCount(count)) found[countedAs[kind] ?? "unknown"] += count;
  }
  return found;
}

export interface WirePage {
  readonly messages: readonly Message[];
  readonly events: readonly HistoryEvent[];
  readonly seq: number;
}

export const pageOf = ({ messages, events, seq }: WirePage): MessagePage => ({
  seq,
  messages: messages.map(messageFromWire),
  lines: linesFromWire(events),
  isFull: messages.length >= messagesPerPage,
});

const hows: ReadonlySet<unknown> = new Set<TakeOver["how"]>(["taken", "handed", "released", "left", "disabled"]);

const takeOverShape = {
  holder: orNull(memberShape),
  from: orNull(memberShape),
  by: memberShape,
  how: (value) => hows.has(value),
} satisfies ShapeOf<TakeOver>;

const roomUpdatedShape = {
  room: headShape,
  joined: maybe(memberShape),
  left: maybe(memberShape),
  by: maybe(memberShape),
  take_over: maybe(takeOverShape),
  members_total: isCount,
} satisfies ShapeOf<RoomUpdated>;

export function readRoomUpdated(data: unknown): RoomChange | null {
  if (!fits<RoomUpdated>(data, roomUpdatedShape)) return null;
  const { room, joined, left, by, take_over: change, members_total: membersTotal } = data;
  const at = { roomId: room.id, seq: room.last_seq };
  if (change && !joined && !left) return { kind: "take-over", ...at, change: holderChangeFromWire(change) };
  return {
    kind: "members",
    ...at,
    joined: joined ? memberFromWire(joined) : null,
    left: left ? memberFromWire(left) : null,
    ...(by ? { by: memberFromWire(by) } : {}),
    membersTotal,
  };
}

const holderChangeFromWire = ({ holder, from, by, how }: TakeOver): HolderChange => ({
  holder: holder && memberFromWire(holder),
  from: from && memberFromWire(from),
  by: memberFromWire(by),
  how,
});
