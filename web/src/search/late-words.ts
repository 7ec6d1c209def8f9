import { en } from "./late-en.ts";
import { ro } from "./late-ro.ts";

/** The words that an open conversation can do without (PERF-1). */
export const lateWords = { ro, en };
