import { useEffect, useRef, useState } from "react";
import { systemClock } from "./clock.ts";

/** A value that changes at most once in `everyMs`, and always ends as the newest. */
export function useSettled<Value>(newest: Value, everyMs: number): Value {
  const [settled, setSettled] = useState(newest);
  const latest = useRef(newest);
  const isWaiting = useRef(false);
  useEffect(() => {
    latest.current = newest;
    if (isWaiting.current || newest === settled) return;
    isWaiting.current = true;
    systemClock.later(everyMs, () => {
      isWaiting.current = false;
      setSettled(latest.current);
    });
  }, [newest, settled, everyMs]);
  return settled;
}
