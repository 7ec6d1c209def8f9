import type { Part } from "../part.ts";
import type { PresenceEvents, PresenceState } from "./presence-shape.ts";
import { presenceHandlers } from "./presence-state.ts";

export const presencePart: Part<PresenceState, PresenceEvents> = {
  initial: { online: {} },
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
  handlers: presenceHandlers,
};
