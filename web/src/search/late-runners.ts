import type {
  FoundRoom as WireFoundRoom,
  RoomFind as WireFind,
  SearchHit,
  SearchRequest,
} from "@cuplaj/protocol/search.ts";
import type { FoundEffects } from "../state/search/found-shape.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";
import type { FoundMessage, FoundRoom, RoomFind, SearchInput, SearchPeriod } from "../state/search/search-shape.ts";
import { memberFromWire, roomFromWire } from "../api/from-wire.ts";
import { dayStart, parseTimestamp, timestampOf } from "../platform/clock.ts";

export type LateSearchEffect = "call-search" | "abort-search";

export const lateRunners = (outside: Outside): Runners<LateSearchEffect | keyof FoundEffects> => ({
  ...runSearches(outside),
  ...runFound(outside),
});

function runSearches({ api: { call }, settle, clock }: Outside): Runners<LateSearchEffect> {
  const calls = new Map<number, AbortController>();
  return {
    "call-search": ({ view, callId, input, page }) => {
      const ending = new AbortController();
      calls.set(callId, ending);
      const body = { ...requestOf(input, clock.now()), page };
      settle(
        call("searchChats", { body, signal: ending.signal }).finally(() => calls.delete(callId)),
        ({ chats, more, partial }) => ({
          type: "search/answered",
          view,
          callId,
          page,
          isEnded: !more,
          isPartial: partial,
          rooms: chats.map(foundRoomFromWire),
        }),
        (error) => ({ type: "search/failed", view, callId, error }),
      );
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
        ({ chats: [room], more: hasMore, partial: isPartial }) => {
          const seqs = room?.hits.map(({ seq }) => seq) ?? [];
          return { type: "found/page-loaded", ...question, seqs, hasMore, isPartial };
        },
        (error) => (signal.aborted ? null : { type: "found/failed", ...question, error }),
      );
    },
    "abort-found": () => underWay.abort(),
  };
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

const hitFromWire = ({ message_id, in: where, author, created_at, ...hit }: SearchHit): FoundMessage => ({
  ...{ ...hit, messageId: message_id, isFileName: where === "file", sentAt: created_at },
  author: memberFromWire(author),
});

const daysBefore = { today: 0, week: 6, month: 29 } as const;

/** `from` is inclusive, `until` exclusive. */
export function periodTimes(period: SearchPeriod, now: number): { readonly from?: string; readonly until?: string } {
  if (period.kind !== "days") return { from: timestampOf(dayStart(now, -daysBefore[period.kind])) };
  const { from, until } = period;
  return {
    ...(from === null ? {} : { from: timestampOf(startOf(from)) }),
    ...(until === null ? {} : { until: timestampOf(dayStart(startOf(until), 1)) }),
  };
}

/** A time without a zone is the device's local time. */
const startOf = (day: string): number => parseTimestamp(`${day}T00:00:00`);
