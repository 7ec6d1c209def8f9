import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  edits: {
    goneEdited: "The message that you are editing was deleted.",
    notSaved: "Not saved:",
    notDeleted: "Not deleted.",
    maybeNotSaved: "Perhaps not saved:",
    maybeNotDeleted: "Perhaps not deleted.",
    toDraft: "Keep as a draft",
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
