import type { PartFront } from "../part.ts";
import type { QuotesCommands, QuotesState } from "./quotes-shape.ts";

export const quotesFront: PartFront<QuotesState, QuotesCommands> = {
  initial: { quoted: {}, wayBack: null },
  commands: (dispatch) => ({
    replyTo: (message) => dispatch({ type: "quotes/reply-asked", message }),
    followQuote: (roomId, seq, from) => dispatch({ type: "quotes/followed", roomId, seq, from }),
    returnFromQuote: (roomId) => dispatch({ type: "quotes/returned", roomId }),
    wantQuoted: (roomId, { messageId, seq }) => dispatch({ type: "quotes/wanted", roomId, messageId, seq }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
