import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useThrottled } from "../platform/use-throttled.ts";

/** For this long after a jump, rows that are measured late do not move the list from its target, ms. */
const untouchedMs = 1000;

/** Whether the last jump, a list's first one included, is that long ago. */
export function useIsSettled(jumps: number, ms: number): boolean {
  const [begun, setBegun] = useState(0);
  // oxlint-disable-next-line react/set-state-in-effect -- what a list begins with has yet to settle as well
  useEffect(() => setBegun(jumps), [jumps]);
  return useThrottled(begun, ms) === jumps;
}

/** Whether no hand has moved the list since its last jump, and whether that is recent; `onTouched` is to be called for any hand. */
export function useUntouched(jumps: number) {
  const isUntouched = useRef(false);
  const isRecent = useRef(false);
  const isSettled = useIsSettled(jumps, untouchedMs);
  // Before rows are measured, which is before any later effect.
  useLayoutEffect(() => {
    isRecent.current = !isSettled;
  }, [isSettled]);
  return {
    isUntouched,
    isRecent,
    onTouched: (): void => {
      isUntouched.current = false;
    },
  };
}
