import type { PartFront } from "../part.ts";
import type { OffersCommands, OffersState } from "./offers-shape.ts";
import { isMedia, wideScreen } from "../platform/use-media.ts";

export const offersFront: PartFront<OffersState, OffersCommands> = {
  initial: {
    offers: [],
    offerView: { isBesideWanted: true, isSheetOpen: false, asked: null },
    comparedOffer: null,
    decisions: [],
  },
  commands: (dispatch) => ({
    showOffer: (offerNumber) => dispatch({ type: "offers/asked", offerNumber }),
    toggleOffer: () => dispatch({ type: "offers/view-toggled", isWide: isMedia(wideScreen) }),
    closeOfferSheet: () => dispatch({ type: "offers/sheet-closed" }),
    showInOffer: (offerNumber, target) =>
      dispatch({ type: "offers/target-asked", offerNumber, target, isWide: isMedia(wideScreen) }),
    noteShownInOffer: () => dispatch({ type: "offers/target-shown" }),
    openOfferPane: (offerNumber) => dispatch({ type: "offers/pane-opened", offerNumber }),
    closeOfferPane: (offerNumber) => dispatch({ type: "offers/pane-closed", offerNumber }),
    noteLookedAt: (offerNumber, version, part) => dispatch({ type: "offers/looked-at", offerNumber, version, part }),
    decideLine: (offerNumber, lineId, decision, isTooSoon) =>
      dispatch({ type: "offers/decision-asked", offerNumber, lineId, decision, isTooSoon }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
