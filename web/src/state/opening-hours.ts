import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { RoomChange } from "./entities.ts";

/** Open times in order, ms since the epoch; a span includes its start but not its end. */
export type OpenSpans = readonly (readonly [from: number, to: number])[];

/** HOURS-1: when the shop answers. Spans are null if it is always open; `nextOpen` may lie beyond them. */
export interface OpeningHours {
  readonly spans: OpenSpans | null;
  readonly nextOpen: number | null;
  readonly text: Readonly<Record<LanguageCode, string>>;
}

/** When the shop opens next, ms since the epoch; null if unknown, `open` if it is open. */
export type Opening = "open" | number | null;

export function openingAt({ spans, nextOpen }: OpeningHours, now: number): Opening {
  if (spans === null || spans.some(([from, to]) => from <= now && now < to)) return "open";
  const later = nextOpen !== null && nextOpen > now ? nextOpen : null;
  return spans.find(([from]) => from > now)?.[0] ?? later;
}

/** HOURS-5: the open time between two moments, ms. All time before the first known span counts as open. */
export function openMsBetween(spans: OpenSpans | null, since: number, now: number): number {
  if (spans === null) return now - since;
  const before: OpenSpans = [[since, spans[0]?.[0] ?? since]];
  return [...before, ...spans].reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, now) - Math.max(from, since)),
    0,
  );
}

export interface AfterHours {
  readonly nextOpen: string | null;
}

export const afterHoursName = "AfterHours";

export const afterHoursOf = ({ name, data }: Extract<RoomChange, { kind: "payload" }>): AfterHours | null =>
  // Payloads of this event name have been parsed.
  name === afterHoursName ? (data as AfterHours) : null;
