import type { PartFront } from "../part.ts";
import type { PresenceState } from "./presence-shape.ts";

export const presenceFront: PartFront<PresenceState> = {
  initial: { online: {} },
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
