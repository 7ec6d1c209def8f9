import { messageFromWire } from "../api/from-wire.ts";
import type { Part } from "../part.ts";
import type { QuotesCommands, QuotesEffects, QuotesEvents, QuotesState } from "./quotes-shape.ts";
import { followWayBack, quotesHandlers, retryQuoted } from "./quotes-state.ts";

/** Replies: what is quoted, and the way there and back. */
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
  run: ({ api: { call }, settle }) => ({
    "call-quoted": ({ type: _call, ...name }) =>
      settle(
        call("listMessages", { params: { roomId: String(name.roomId), page: 1 }, query: { around_seq: name.seq } }),
        ({ data: { messages } }) => {
          const wire = messages.find(({ id }) => id === name.messageId);
          return { type: "quotes/loaded", ...name, message: wire ? messageFromWire(wire) : null };
        },
        (error) => ({ type: "quotes/failed", ...name, error }),
      ),
  }),
};
