import type { Part } from "../../state/part.ts";
import type { FoundCommands, FoundEffects, FoundEvents, FoundState } from "../../state/search/found-shape.ts";
import { followRoom, foundHandlers, retryFound } from "./found-state.ts";
import { isMedia, wideScreen } from "../../platform/page/use-media.ts";

export const foundPart: Part<FoundState, FoundEvents, FoundEffects, FoundCommands> = {
  initial: { found: null, foundLine: null },
  commands: (dispatch) => ({
    openHit: (hit) => dispatch({ type: "found/hit-opened", ...hit }),
    openLine: ({ query, ...line }) =>
      dispatch({ type: "found/line-opened", ...line, text: query, isWide: isMedia(wideScreen) }),
    searchRoom: (roomId) => dispatch({ type: "found/opened", roomId }),
    typeFound: (text) => dispatch({ type: "found/typed", text }),
    walkFound: (step, isInBar) => dispatch({ type: "found/walked", step, isInBar }),
    retryFound: () => dispatch({ type: "found/again-asked" }),
    closeFound: () => dispatch({ type: "found/closed" }),
  }),
  handlers: foundHandlers,
  follow: followRoom,
  retry: retryFound,
};
