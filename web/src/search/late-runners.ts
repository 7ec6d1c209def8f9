import type {
  FoundRoom as WireFoundRoom,
  RoomFind as WireFind,
  SearchHit,
  SearchRequest,
} from "@cuplaj/protocol/search.ts";
import type { FoundEffects } from "../state/search/found-shape.ts";
import type { Outside } from "../state/part.ts";
import type { Effect, Runners } from "../state/shape.ts";
import type { FoundMessage, FoundRoom, RoomFind, SearchInput, SearchPeriod } from "./search-shape.ts";
import { memberFromWire, roomFromWire } from "../api/from-wire.ts";
import { dayStart, parseTimestamp, timestampOf } from "../platform/clock.ts";

export type LateSearchEffect = "call-search" | "abort-search";

export const lateRunners = (outside: Outside): Runners<LateSearchEffect | keyof FoundEffects> => ({
  ...runSearches(outside),
  ...runFound(outside),
});

function runSearches(outside: Outside): Runners<LateSearchEffect> {
  const calls = new Map<number, AbortController>();
  return {
    "call-search": (effect) => {
      const call = new AbortController();
      calls.set(effect.callId, call);
      callSearch(outside, effect, call.signal, () => calls.delete(effect.callId));
    },
    "abort-search": ({ callId }) => {
      calls.get(callId)?.abort();
      calls.delete(callId);
    },
  };
}

function runFound({ api: { call }, settle }: Outside): Runners<keyof FoundEffects> {
  let underWay = new AbortController();
  return {
    "call-found": ({ type: _call, ...question }) => {
      underWay.abort();
      const { signal } = (underWay = new AbortController());
      const { roomId, text, page } = question;
      settle(
        call("searchChats", { body: { search: text, page, room_id: roomId }, signal }),
        ({ chats: [room], more, partial }) => ({
          type: "found/page-loaded",
          ...question,
          seqs: room?.hits.map(({ seq }) => seq) ?? [],
          hasMore: more,
          isPartial: partial,
        }),
        (error) => (signal.aborted ? null : { type: "found/failed", ...question, error }),
      );
    },
    "abort-found": () => underWay.abort(),
  };
}

function callSearch(
  { api: { call }, settle, clock }: Outside,
  { view, callId, input, page }: Effect<"call-search">,
  signal: AbortSignal,
  onEnd: () => void,
): void {
  settle(
    call("searchChats", { body: { ...requestOf(input, clock.now()), page }, signal }).finally(onEnd),
    ({ chats, more, partial }) => ({
      type: "search/answered",
      view,
      callId,
      page,
      rooms: chats.map(foundRoomFromWire),
      isEnded: !more,
      isPartial: partial,
    }),
    (error) => ({ type: "search/failed", view, callId, error }),
  );
}

const requestOf = ({ text, author, period, hasFile }: SearchInput, now: number): SearchRequest => ({
  search: text,
  ...(author === null ? {} : { author: { id: author.id, type: author.kind } }),
  ...(period === null ? {} : periodTimes(period, now)),
  ...(hasFile ? { has_file: true } : {}),
});

const foundRoomFromWire = (wire: WireFoundRoom): FoundRoom => ({
  room: roomFromWire(wire),
  finds: wire.finds.map(findFromWire),
  hits: wire.hits.map(hitFromWire),
});

const findFromWire = ({ line_id, ...find }: WireFind): RoomFind => ({ ...find, lineId: line_id ?? null });

const hitFromWire = (wire: SearchHit): FoundMessage => ({
  messageId: wire.message_id,
  seq: wire.seq,
  excerpt: wire.excerpt,
  ranges: wire.ranges,
  isFileName: wire.in === "file",
  author: memberFromWire(wire.author),
  sentAt: wire.created_at,
});

const daysBefore = { today: 0, week: 6, month: 29 } as const;

/** From that moment, and before this one. */
export function periodTimes(period: SearchPeriod, now: number): { readonly from?: string; readonly until?: string } {
  if (period.kind !== "days") return { from: timestampOf(dayStart(now, -daysBefore[period.kind])) };
  const { from, until } = period;
  return {
    ...(from === null ? {} : { from: timestampOf(startOf(from)) }),
    // That day is included.
    ...(until === null ? {} : { until: timestampOf(dayStart(startOf(until), 1)) }),
  };
}

/** Without a time zone it is the device's own. */
const startOf = (day: string): number => parseTimestamp(`${day}T00:00:00`);
