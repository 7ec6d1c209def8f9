import { en } from "./late-en.ts";
import { ro } from "./late-ro.ts";

/** The words of the paper (PRINT-1). */
export const lateWords = { ro, en };
