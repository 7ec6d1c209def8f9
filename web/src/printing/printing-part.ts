import { pageOf } from "../messages/messages-part.ts";
import type { Part } from "../part.ts";
import type { PrintingCommands, PrintingEffects, PrintingEvents, PrintingState } from "./printing-shape.ts";
import { printingHandlers, retryPrinting } from "./printing-state.ts";

/** A conversation on paper. */
export const printingPart: Part<PrintingState, PrintingEvents, PrintingEffects, PrintingCommands> = {
  initial: { printing: null },
  commands: (dispatch) => ({
    printRoom: (roomId) => dispatch({ type: "printing/asked", roomId }),
    retryPrinting: () => dispatch({ type: "printing/again-asked" }),
    cancelPrinting: () => dispatch({ type: "printing/cancelled" }),
    endPrinting: () => dispatch({ type: "printing/ended" }),
  }),
  handlers: printingHandlers,
  retry: retryPrinting,
  run: ({ api: { call }, settle }) => ({
    "call-printed-page": ({ roomId, beforeSeq }) =>
      settle(
        call("listMessages", {
          params: { roomId: String(roomId), page: 1 },
          query: beforeSeq === null ? {} : { before_seq: beforeSeq },
        }),
        ({ data }) => ({
          type: "printing/page-loaded",
          roomId,
          beforeSeq,
          page: pageOf(data),
          total: data.total,
        }),
        (error) => ({ type: "printing/page-failed", roomId, beforeSeq, error }),
      ),
  }),
};
