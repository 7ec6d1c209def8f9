import type { Part } from "../state/part.ts";
import type { HandOverCommands, HandOverEffects, HandOverEvents, HandOverState } from "./hand-over-shape.ts";
import { followHandOvers, handOverHandlers } from "./hand-over-state.ts";

/** Handing rooms over to colleagues. */
export const handOverPart: Part<HandOverState, HandOverEvents, HandOverEffects, HandOverCommands> = {
  initial: { handingOver: null, handOverNews: [] },
  commands: (dispatch) => ({
    askHandOver: (roomId) => dispatch({ type: "hand-over/opened", roomId }),
    closeHandOver: () => dispatch({ type: "hand-over/closed" }),
    handOver: (to, note) => dispatch({ type: "hand-over/asked", to, note }),
  }),
  handlers: handOverHandlers,
  follow: followHandOvers,
};
