import type { Part } from "../part.ts";
import type { TypingEvents, TypingState } from "./typing-shape.ts";
import { typingHandlers } from "./typing-state.ts";

export const typingPart: Part<TypingState, TypingEvents> = {
  initial: { typing: {}, whisperedAt: {} },
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
  handlers: typingHandlers,
};
