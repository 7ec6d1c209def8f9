import type { Part } from "../state/part.ts";
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
};
