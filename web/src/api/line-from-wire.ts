import { fieldsOf, fits, isCount, listOf, type ShapeOf } from "./shapes.ts";
import { readOfferUpdated } from "./offer-updated.ts";
import { readRoomUpdated } from "./room-updated.ts";
import type { LineCounts, QuietLine } from "../state/history/history-shape.ts";
import type { RoomChange } from "../state/entities.ts";
import { lineOf } from "../state/history/receive-line.ts";

/** An entry of `events` of a page of history, whose `data` is checked here. */
interface HistoryEntry {
  readonly seq: number;
  readonly event: string;
  readonly data: unknown;
}

/** How what stands between messages is read, by its name on the wire. */
const readers: Readonly<Record<string, (data: unknown) => RoomChange | null>> = {
  RoomUpdated: readRoomUpdated,
  OfferUpdated: readOfferUpdated,
};

/** The lines of a page of history (MSG-9); one of a kind unknown here, as a newer server has it, is none (SYNC-9). */
export const linesFromWire = (events: readonly HistoryEntry[]): readonly QuietLine[] => events.flatMap(linesOf);

function linesOf({ event, data }: HistoryEntry): readonly QuietLine[] {
  if (event === "EventsLeftOut") return leftOutOf(data);
  const change = readers[event]?.(data);
  const line = change && lineOf(change);
  return line ? [line] : [];
}

interface LeftOut {
  readonly between: readonly { readonly seq: number; readonly counts: Readonly<Record<string, unknown>> }[];
}

const leftOutShape = { between: listOf({ seq: isCount }) } satisfies ShapeOf<LeftOut>;

/** MSG-9a: what was counted instead of named, between two messages each. */
function leftOutOf(data: unknown): readonly QuietLine[] {
  if (!fits<LeftOut>(data, leftOutShape)) return [];
  return data.between.map((part) => ({ seq: part.seq, kind: "left-out", counts: countsOf(part.counts) }));
}

const noCounts: LineCounts = { joined: 0, left: 0, takeOvers: 0, offers: 0, unknown: 0 };

/** How the lines of each kind of entry are counted here. */
const countedAs: Readonly<Record<string, keyof LineCounts>> = {
  join: "joined",
  leave: "left",
  "take-over": "takeOvers",
  offer: "offers",
};

function countsOf(counts: unknown): LineCounts {
  const found = { ...noCounts };
  for (const [kind, count] of Object.entries(fieldsOf(counts))) {
    if (isCount(count)) found[countedAs[kind] ?? "unknown"] += count;
  }
  return found;
}
