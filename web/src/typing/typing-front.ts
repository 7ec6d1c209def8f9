import type { PartFront } from "../part.ts";
import type { TypingState } from "./typing-shape.ts";

export const typingFront: PartFront<TypingState> = {
  initial: { typing: {}, whisperedAt: {} },
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
