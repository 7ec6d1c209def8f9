import type { PartFront } from "../part.ts";
import { isMedia, wideScreen } from "../platform/use-media.ts";
import type { FoundCommands, FoundState } from "./found-shape.ts";

export const foundFront: PartFront<FoundState, FoundCommands> = {
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
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
