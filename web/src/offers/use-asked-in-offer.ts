import { useShownMark } from "../platform/page/use-shown-mark.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { OfferTarget } from "../state/offers/offers-shape.ts";

/** OFF-5d: brings a line or fact of the offer into view, focused and marked, when a code that leads to it was pressed. */
export function useAskedInOffer<Kind extends HTMLElement>(offerNumber: number, target: OfferTarget) {
  const { noteShownInOffer } = useCommands();
  const isAsked = useAppState(
    ({ offerView: { asked } }) => asked?.offerNumber === offerNumber && isSame(asked.target, target),
  );
  return useShownMark<Kind>(isAsked, (element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    noteShownInOffer();
  });
}

const isSame = (a: OfferTarget, b: OfferTarget): boolean =>
  a.kind === "line" ? b.kind === "line" && a.id === b.id : a.kind === b.kind;
