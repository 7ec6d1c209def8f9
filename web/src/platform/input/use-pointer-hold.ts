import { type PointerEvent, useEffect, useRef, useState } from "react";
import { systemClock } from "../clock.ts";

/** How long after it was lifted a finger still counts as aiming. */
const aimingMs = 600;

/** Whether a press in an element is likely: a mouse is over it, at rest or not, or a finger is down on it, or was a moment ago. */
export function usePointerHold() {
  const [isHeld, setIsHeld] = useState(false);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);

  function hold() {
    cancel.current();
    setIsHeld(true);
  }

  function letGo({ pointerType }: PointerEvent) {
    cancel.current();
    if (pointerType === "mouse") setIsHeld(false);
    else cancel.current = systemClock.later(aimingMs, () => setIsHeld(false));
  }

  const hand = { onPointerDown: hold, onPointerMove: hold, onPointerLeave: letGo, onPointerCancel: letGo };
  return { isHeld, hand };
}
