import type { Said } from "../../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  found: {
    position: "{position, number} of {count, number}",
    positionMore: "{position, number} of {count, number}+",
    count: "{count, plural, one {# result} other {# results}}",
    countMore: "more than {count, plural, one {# result} other {# results}}",
    positionOf: "{position, number} of {count}",
    more: "Type at least 3 letters or digits.",
    none: "Nothing for {words}.",
    noneHint: "Try a shorter word, just its beginning, or part of the code.",
    partial: "The search ended early: there may be more. Add another word.",
    understood: { word: "the word “{text}”", code: "the code {text}", phrase: "the phrase “{text}”" },
    local: "No connection: only the messages loaded here were searched.",
    visitor: "You are not in this conversation: only the messages loaded here were searched.",
    failed: "The search did not work.",
    deleted: "The message that was found has been deleted since.",
  },
};
