import type { SearchRequest } from "@cuplaj/protocol/search.ts";
import type { Outside } from "../state/part.ts";
import type { Effect, Runners } from "../state/shape.ts";
import { foundRoomFromWire } from "./found-from-wire.ts";
import { periodTimes } from "./period-times.ts";
import type { SearchInput } from "./search-shape.ts";

export type LateSearchEffect = "call-search" | "abort-search";

export function lateRunners(outside: Outside): Runners<LateSearchEffect> {
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
