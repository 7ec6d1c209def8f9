import type { Part } from "../../state/part.ts";
import {
  type OfflineCommands,
  type OfflineEffects,
  type OfflineEvents,
  type OfflineState,
  followOffline,
  offlineHandlers,
} from "./offline-state.ts";

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
