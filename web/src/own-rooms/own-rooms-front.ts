import type { PartFront } from "../part.ts";
import { lastPress } from "../platform/last-press.ts";
import type { OwnRoomsCommands, OwnRoomsState } from "./own-rooms-shape.ts";

export const ownRoomsFront: PartFront<OwnRoomsState, OwnRoomsCommands> = {
  initial: { ownRoomWishes: {}, lastOpened: null },
  commands: (dispatch) => ({
    pinRoom: (roomId, isWanted) =>
      dispatch({ type: "own-rooms/wished", wish: { kind: "pinned", roomId, isWanted }, at: lastPress() }),
    muteRoom: (roomId, isWanted) =>
      dispatch({ type: "own-rooms/wished", wish: { kind: "muted", roomId, isWanted }, at: lastPress() }),
    markRoom: (roomId, as) =>
      dispatch({ type: "own-rooms/read-wished", roomId, isRead: as === "read", at: lastPress() }),
    askForWork: () => dispatch({ type: "own-rooms/work-asked" }),
    markUnreadFrom: (roomId, from) =>
      dispatch({
        type: "own-rooms/wished",
        wish: { kind: "mark", roomId, from, isByOpening: false },
        at: lastPress(),
      }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
