import type { Part } from "../part.ts";
import type { TypingEvents, TypingState } from "./typing-shape.ts";
import { typingHandlers } from "./typing-state.ts";

export const typingPart: Part<TypingState, TypingEvents> = {
  initial: { typing: {}, whisperedAt: {} },
  handlers: typingHandlers,
};
