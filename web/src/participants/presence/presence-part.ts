import type { Part } from "../../state/part.ts";
import type { PresenceEvents, PresenceState } from "../../state/participants/presence-shape.ts";
import { presenceHandlers } from "./presence-state.ts";

export const presencePart: Part<PresenceState, PresenceEvents> = {
  initial: { online: {} },
  handlers: presenceHandlers,
};
