import type { RoomUpdated, TakeOver } from "@cuplaj/protocol/events.ts";
import { memberFromWire } from "../api/from-wire.ts";
import { fieldsOf, fits, headShape, isCount, listOf, maybe, memberShape, orNull, type ShapeOf } from "../api/shapes.ts";
import type { LineCounts, QuietLine } from "../history/history-shape.ts";
import type { HolderChange, RoomChange } from "../state/entities.ts";
import { lineOf } from "./receive-line.ts";

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
  take_over: maybe(takeOverShape),
  members_total: isCount,
} satisfies ShapeOf<RoomUpdated>;

/** A join, a leave or another holder; null where it has the wrong shape. */
export function readRoomUpdated(data: unknown): RoomChange | null {
  if (!fits<RoomUpdated>(data, roomUpdatedShape)) return null;
  const { room, joined, left, take_over: change, members_total: membersTotal } = data;
  const at = { roomId: room.id, seq: room.last_seq };
  if (change && !joined && !left) return { kind: "take-over", ...at, change: holderChangeFromWire(change) };
  return {
    kind: "members",
    ...at,
    joined: joined ? memberFromWire(joined) : null,
    left: left ? memberFromWire(left) : null,
    membersTotal,
  };
}

const holderChangeFromWire = ({ holder, from, by, how }: TakeOver): HolderChange => ({
  holder: holder && memberFromWire(holder),
  from: from && memberFromWire(from),
  by: memberFromWire(by),
  how,
});

/** An entry of `events` of a page of history, whose `data` is checked here. */
interface HistoryEntry {
  readonly seq: number;
  readonly event: string;
  readonly data: unknown;
}

/** The lines of a page of history (MSG-9); one of a kind unknown here, as a newer server has it, is none (SYNC-9). */
export const linesFromWire = (events: readonly HistoryEntry[]): readonly QuietLine[] => events.flatMap(linesOf);

function linesOf({ seq, event, data }: HistoryEntry): readonly QuietLine[] {
  if (event === "EventsLeftOut") return leftOutOf(seq, data);
  const change = event === "RoomUpdated" ? readRoomUpdated(data) : null;
  const line = change && lineOf(change);
  return line ? [line] : [];
}

interface LeftOut {
  readonly count: number;
  readonly between?: readonly { readonly seq: number; readonly counts: Readonly<Record<string, unknown>> }[];
}

const leftOutShape = { count: isCount, between: maybe(listOf({ seq: isCount })) } satisfies ShapeOf<LeftOut>;

/** MSG-9a: what was counted instead of named, between two messages each; a server of the release before says only how much in all. */
function leftOutOf(seq: number, data: unknown): readonly QuietLine[] {
  if (!fits<LeftOut>(data, leftOutShape)) return [];
  const { count, between } = data;
  if (between === undefined) return [{ seq, kind: "left-out", counts: { ...noCounts, unknown: count } }];
  return between.map((part) => ({ seq: part.seq, kind: "left-out", counts: countsOf(part.counts) }));
}

const noCounts: LineCounts = { joined: 0, left: 0, takeOvers: 0, unknown: 0 };

/** How the lines of each kind of entry are counted here. */
const countedAs: Readonly<Record<string, keyof LineCounts>> = {
  join: "joined",
  leave: "left",
  "take-over": "takeOvers",
};

function countsOf(counts: unknown): LineCounts {
  const found = { ...noCounts };
  for (const [kind, count] of Object.entries(fieldsOf(counts))) {
    if (isCount(count)) found[countedAs[kind] ?? "unknown"] += count;
  }
  return found;
}
