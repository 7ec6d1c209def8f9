import { useCallback, useEffect, useRef, type PointerEvent as ReactPointerEvent, useState } from "react";
import { systemClock } from "../clock.ts";

/** How long a finger must stay down, in ms, and how far it may slip, in px. */
const longPressMs = 500;
const slipPx = 10;

type Touch = Pick<PointerEvent, "pointerType" | "isPrimary" | "target" | "clientX" | "clientY">;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly cancel: () => void;
}

export function useLongPress(onLongPress: (target: Element, point: { x: number; y: number }) => void) {
  const press = useRef<Press | null>(null);
  const end = useCallback((): void => {
    press.current?.cancel();
    press.current = null;
  }, []);
  useEffect(() => end, [end]);
  return {
    onPointerDown: ({ pointerType, isPrimary, target, clientX: x, clientY: y }: Touch) => {
      end();
      if (pointerType !== "touch" || !isPrimary || !(target instanceof Element)) return;
      const cancel = systemClock.later(longPressMs, () => {
        press.current = null;
        ignoreClick();
        onLongPress(target, { x, y });
      });
      press.current = { x, y, cancel };
    },
    onPointerMove: ({ clientX, clientY }: Touch) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > slipPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Ignores the click at the end of a long press: lifting the finger must not press what has appeared under it. */
function ignoreClick(): void {
  const ignore = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true, once: true });
  const stop = (): void => window.removeEventListener("click", ignore, { capture: true });
  window.addEventListener("pointerdown", stop, { capture: true, once: true });
}

const aimingMs = 600;

/** Whether a press is likely: the mouse is over the element, or a finger is on it or has just left it. */
export function usePointerHold() {
  const [isHeld, setIsHeld] = useState(false);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);

  function hold() {
    cancel.current();
    setIsHeld(true);
  }

  function letGo({ pointerType }: ReactPointerEvent) {
    cancel.current();
    if (pointerType === "mouse") setIsHeld(false);
    else cancel.current = systemClock.later(aimingMs, () => setIsHeld(false));
  }

  const hand = { onPointerDown: hold, onPointerMove: hold, onPointerLeave: letGo, onPointerCancel: letGo };
  return { isHeld, hand };
}
