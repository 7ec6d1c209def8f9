import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useMoment } from "./use-moment.ts";
import { focusWhenDrawn } from "../input/focus.ts";

const markedMs = 2000;

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
