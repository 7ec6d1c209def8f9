import type { PartFront } from "../part.ts";
import type { OfflineCommands, OfflineState } from "./offline-shape.ts";

export const offlineFront: PartFront<OfflineState, OfflineCommands> = {
  initial: { offline: { opened: [], copiedAt: null, isUpdateReady: false, canInstall: false, share: null } },
  commands: (dispatch) => ({
    useUpdate: () => dispatch({ type: "offline/update-asked" }),
    installApp: () => dispatch({ type: "offline/install-asked" }),
    answerShare: (roomId) => dispatch({ type: "offline/share-answered", roomId }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
