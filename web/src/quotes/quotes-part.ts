import type { Part } from "../state/part.ts";
import {
  type QuotesCommands,
  type QuotesEffects,
  type QuotesEvents,
  type QuotesState,
  followWayBack,
  quotesHandlers,
  retryQuoted,
} from "../state/messages/quotes-state.ts";

export const quotesPart: Part<QuotesState, QuotesEvents, QuotesEffects, QuotesCommands> = {
  initial: { quoted: {}, wayBack: null },
  commands: (dispatch) => ({
    replyTo: (message) => dispatch({ type: "quotes/reply-asked", message }),
    followQuote: (roomId, seq, from) => dispatch({ type: "quotes/followed", roomId, seq, from }),
    returnFromQuote: (roomId) => dispatch({ type: "quotes/returned", roomId }),
    wantQuoted: (roomId, { messageId, seq }) => dispatch({ type: "quotes/wanted", roomId, messageId, seq }),
  }),
  handlers: quotesHandlers,
  follow: followWayBack,
  retry: retryQuoted,
};
