import type { Part } from "../state/part.ts";
import { type TypingEvents, type TypingState, typingHandlers } from "../state/typing/typing-state.ts";

export const typingPart: Part<TypingState, TypingEvents> = {
  initial: { typing: {}, whisperedAt: {} },
  handlers: typingHandlers,
};
