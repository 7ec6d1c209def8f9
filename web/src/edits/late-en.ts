import type { Said } from "../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  edits: {
    edit: "Edit",
    delete: "Delete message",
    earlier: "Earlier versions",
    earlierLoading: "Loading the versions…",
    earlierFailed: "The versions did not load.",
    earlierNone: "There is no earlier version.",
    moreEarlier: "Older",
    replaced: "replaced {when}",
  },
};
