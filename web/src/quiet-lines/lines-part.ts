import type { Part } from "../state/part.ts";

/** Quiet lines between the messages (MSG-9). What is loaded of them is part of a room's history. */
export const linesPart: Part<object> = {
  initial: {},
  handlers: {},
};
