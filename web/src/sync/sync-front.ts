import type { PartFront } from "../part.ts";
import type { SyncState } from "./sync-shape.ts";

export const syncFront: PartFront<SyncState> = {
  initial: {
    sync: {
      phase: "idle",
      isWanted: false,
      attempt: 0,
      isHeldBack: false,
      settingsAsked: null,
      epoch: null,
      early: {},
    },
  },
};
