import { paths } from "../navigation/paths.ts";
import type { Part } from "../part.ts";
import { deviceStorage } from "../platform/device-storage.ts";
import { isMedia, twoPanes } from "../platform/use-media.ts";
import type { HandOverCommands, HandOverEffects, HandOverEvents, HandOverState } from "./hand-over-shape.ts";
import { followHandOvers, handOverHandlers } from "./hand-over-state.ts";
import { markAnnounced } from "./announced-hand-overs.ts";

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
  run: ({ api: { call }, settle, clock, store: { dispatch, getState } }) => ({
    "call-hand-over": ({ roomId, to, note }) =>
      settle(
        call("handOver", { params: { roomId: String(roomId) }, body: note === "" ? { to } : { to, note } }),
        () => ({ type: "hand-over/done", roomId }),
        (error) => ({ type: "hand-over/failed", roomId, note, error }),
      ),
    "announce-hand-overs": ({ owner, handed }) => {
      const roomIds = markAnnounced(deviceStorage, owner, handed, clock.now());
      if (roomIds.length > 0) dispatch({ type: "hand-over/news", roomIds });
    },
    "show-own-rooms": () => {
      dispatch({ type: "rooms/view-chosen", view: { filter: "mine", sort: "activity" } });
      if (!isMedia(twoPanes)) dispatch({ type: "address/asked", path: paths.home });
      else if (!getState().isRoomListVisible) dispatch({ type: "navigation/room-list-toggled" });
    },
  }),
};
