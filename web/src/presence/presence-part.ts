import type { Part } from "../part.ts";
import type { PresenceEvents, PresenceState } from "./presence-shape.ts";
import { presenceHandlers } from "./presence-state.ts";

export const presencePart: Part<PresenceState, PresenceEvents> = {
  initial: { online: {} },
  handlers: presenceHandlers,
};
