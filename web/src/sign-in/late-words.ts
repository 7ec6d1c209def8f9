import { en } from "./late-en.ts";
import { ro } from "./late-ro.ts";

/** The words of an invitation, and of what is unsent. */
export const lateWords = { ro, en };
