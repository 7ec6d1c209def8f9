import { en } from "./late-en.ts";
import { ro } from "./late-ro.ts";

/** The words that come with the screen and the section of the account. */
export const lateWords = { ro, en };
