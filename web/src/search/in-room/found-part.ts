import type { Part } from "../../state/part.ts";
import type { FoundEffects, FoundEvents, FoundState } from "../../state/search/found-shape.ts";
import { followRoom, foundHandlers, retryFound } from "./found-state.ts";

export const foundPart: Part<FoundState, FoundEvents, FoundEffects> = {
  initial: { found: null, foundLine: null },
  handlers: foundHandlers,
  follow: followRoom,
  retry: retryFound,
};
