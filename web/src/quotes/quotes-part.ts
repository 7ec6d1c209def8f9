import type { Part } from "../state/part.ts";
import {
  type QuotesEffects,
  type QuotesEvents,
  type QuotesState,
  followWayBack,
  quotesHandlers,
  retryQuoted,
} from "../state/messages/quotes-state.ts";

export const quotesPart: Part<QuotesState, QuotesEvents, QuotesEffects> = {
  initial: { quoted: {}, wayBack: null },
  handlers: quotesHandlers,
  follow: followWayBack,
  retry: retryQuoted,
};
