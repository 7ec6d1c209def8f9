import type { Part } from "../../state/part.ts";
import type { OfflineCommands, OfflineEffects, OfflineEvents, OfflineState } from "./offline-shape.ts";
import { followOffline, offlineHandlers } from "./offline-state.ts";

/** What is there without a network, and the newer build (SW-1). */
export const offlinePart: Part<OfflineState, OfflineEvents, OfflineEffects, OfflineCommands> = {
  initial: { offline: { opened: [], copiedAt: null, isUpdateReady: false, canInstall: false, share: null } },
  commands: (dispatch) => ({
    useUpdate: () => dispatch({ type: "offline/update-asked" }),
    installApp: () => dispatch({ type: "offline/install-asked" }),
    answerShare: (roomId) => dispatch({ type: "offline/share-answered", roomId }),
  }),
  handlers: offlineHandlers,
  follow: followOffline,
};
