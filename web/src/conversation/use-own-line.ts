import { type RefObject, useEffect, useRef } from "react";
import { systemClock } from "../platform/clock.ts";

/** How long after a press in the list a line counts as what it did, ms. */
const pressedMs = 1000;

/**
 * MSG-9e: answers whether a list has only got the line of an action that was just pressed there. It stays below the end, so that
 * the message stays under the pointer.
 */
export function useOwnLine(scroller: RefObject<HTMLElement | null>, length: number): () => boolean {
  const pressed = useRef({ at: -Infinity, length });
  useEffect(() => {
    const box = scroller.current;
    function listen({ target }: PointerEvent) {
      const isAction = target instanceof Element && target.closest("article button") !== null;
      if (isAction) pressed.current = { at: systemClock.now(), length };
    }
    box?.addEventListener("pointerdown", listen);
    return () => box?.removeEventListener("pointerdown", listen);
  }, [scroller, length]);
  return () => pressed.current.length === length && systemClock.now() - pressed.current.at < pressedMs;
}
