import type { Part } from "../part.ts";
import type { HandOverCommands, HandOverEffects, HandOverEvents, HandOverState } from "./hand-over-shape.ts";
import { followHandOvers, handOverHandlers } from "./hand-over-state.ts";
import { markAnnounced } from "./announced-hand-overs.ts";

/** Handing rooms over to colleagues. */
export const handOverPart: Part<HandOverState, HandOverEvents, HandOverEffects, HandOverCommands> = {
  initial: { handingOver: null, announcedHandOvers: {} },
  handlers: handOverHandlers,
  follow: followHandOvers,
  run: ({ api: { call }, settle, store: { dispatch } }) => ({
    "call-hand-over": ({ roomId, to, note }) =>
      settle(
        call("handOver", { params: { roomId: String(roomId) }, body: note === "" ? { to } : { to, note } }),
        () => ({ type: "hand-over/done", roomId }),
        (error) => ({ type: "hand-over/failed", roomId, error }),
      ),
    "announce-hand-over": ({ owner, roomId, at }) => {
      if (markAnnounced(owner, roomId, at)) dispatch({ type: "hand-over/news", roomId });
    },
  }),
  commands: (dispatch) => ({
    askHandOver: (roomId) => dispatch({ type: "hand-over/opened", roomId }),
    closeHandOver: () => dispatch({ type: "hand-over/closed" }),
    handOver: (to, note) => dispatch({ type: "hand-over/asked", to, note }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
