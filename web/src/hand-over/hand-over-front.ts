import type { PartFront } from "../part.ts";
import type { HandOverCommands, HandOverState } from "./hand-over-shape.ts";

export const handOverFront: PartFront<HandOverState, HandOverCommands> = {
  initial: { handingOver: null, handOverNews: [] },
  commands: (dispatch) => ({
    askHandOver: (roomId) => dispatch({ type: "hand-over/opened", roomId }),
    closeHandOver: () => dispatch({ type: "hand-over/closed" }),
    handOver: (to, note) => dispatch({ type: "hand-over/asked", to, note }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
