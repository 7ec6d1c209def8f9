import { useEffect, useEffectEvent, useRef } from "react";
import { systemClock } from "../platform/clock.ts";

/** For this long after a jump, rows that are measured late do not move the list from its target, ms. */
const untouchedMs = 1000;

/** Answers whether the last jump, a list's first one included, is that long ago; `onSettled` is called then, and nothing is drawn. */
export function useIsSettled(jumps: number, ms: number, onSettled?: () => void): () => boolean {
  const settledJumps = useRef(-1);
  const settle = useEffectEvent((at: number) => {
    settledJumps.current = at;
    onSettled?.();
  });
  useEffect(() => systemClock.later(ms, () => settle(jumps)), [jumps, ms]);
  return () => settledJumps.current === jumps;
}

/** Whether no hand has moved the list since its last jump, and whether that is recent; `onTouched` is to be called for any hand. */
export function useUntouched(jumps: number) {
  const isUntouched = useRef(false);
  const isSettled = useIsSettled(jumps, untouchedMs);
  return {
    isUntouched,
    isRecent: (): boolean => !isSettled(),
    onTouched: (): void => {
      isUntouched.current = false;
    },
  };
}
