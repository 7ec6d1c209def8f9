import type { PartFront } from "../part.ts";
import type { OffersCommands, OffersState } from "./offers-shape.ts";
import { isMedia, wideScreen } from "../platform/use-media.ts";

export const offersFront: PartFront<OffersState, OffersCommands> = {
  initial: { offers: [], offerView: { isBesideWanted: true, isSheetOpen: false, asked: null } },
  commands: (dispatch) => ({
    showOffer: (offerNumber) => dispatch({ type: "offers/asked", offerNumber }),
    toggleOffer: () => dispatch({ type: "offers/view-toggled", isWide: isMedia(wideScreen) }),
    closeOfferSheet: () => dispatch({ type: "offers/sheet-closed" }),
    showInOffer: (offerNumber, target) =>
      dispatch({ type: "offers/target-asked", offerNumber, target, isWide: isMedia(wideScreen) }),
    noteShownInOffer: () => dispatch({ type: "offers/target-shown" }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
