import { en } from "./late-en.ts";
import { ro } from "./late-ro.ts";

/** The words of the list, which come with it. */
export const lateWords = { ro, en };
