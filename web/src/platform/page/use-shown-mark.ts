import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { focusWhenDrawn } from "../input/focus-when-drawn.ts";
import { useMoment } from "./use-moment.ts";

/** How long what was asked for stands out, ms. */
const markedMs = 2000;

/** Gives the focus to an element that was asked for, as soon as it is drawn, says so to `onShown`, and marks it for a moment. */
export function useShownMark<Kind extends HTMLElement>(
  isAsked: boolean,
  onShown: (element: Kind) => void,
): { readonly ref: RefObject<Kind | null>; readonly isMarked: boolean } {
  const ref = useRef<Kind>(null);
  const [isMarked, mark] = useMoment(markedMs);
  const show = useEffectEvent((element: Kind) => {
    mark();
    onShown(element);
  });
  useEffect(() => {
    const element = ref.current;
    return isAsked && element ? focusWhenDrawn(element, () => show(element)) : undefined;
  }, [isAsked]);
  return { ref, isMarked };
}
