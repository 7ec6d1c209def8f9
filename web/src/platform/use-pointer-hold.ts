import { type PointerEvent, useRef, useState } from "react";
import { systemClock } from "./clock.ts";

/** How long after its last move a pointer still counts as aiming. */
const aimingMs = 600;

/** Whether a press in an element is likely: a pointer is down on it, or has just moved over it. */
export function usePointerHold() {
  const [isHeld, setIsHeld] = useState(false);
  const cancel = useRef(() => {});

  function letGoLater() {
    cancel.current();
    cancel.current = systemClock.later(aimingMs, () => setIsHeld(false));
  }

  const hand = {
    onPointerDown: () => {
      cancel.current();
      setIsHeld(true);
    },
    onPointerMove: (event: PointerEvent) => {
      setIsHeld(true);
      if (event.buttons === 0) letGoLater();
    },
    onPointerUp: letGoLater,
    onPointerCancel: letGoLater,
    onPointerLeave: letGoLater,
  };
  return { isHeld, hand };
}
