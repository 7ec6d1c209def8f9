import type { PartFront } from "../part.ts";
import type { PrintingCommands, PrintingState } from "./printing-shape.ts";

export const printingFront: PartFront<PrintingState, PrintingCommands> = {
  initial: { printing: null },
  commands: (dispatch) => ({
    printRoom: (roomId) => dispatch({ type: "printing/asked", roomId }),
    retryPrinting: () => dispatch({ type: "printing/again-asked" }),
    cancelPrinting: () => dispatch({ type: "printing/cancelled" }),
    endPrinting: () => dispatch({ type: "printing/ended" }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
