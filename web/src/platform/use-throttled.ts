import { useEffect, useRef, useState } from "react";
import { systemClock } from "./clock.ts";

/** A value that changes at most once in `everyMs`, and always ends as the newest. */
export function useThrottled<Value>(newest: Value, everyMs: number): Value {
  const [shown, setShown] = useState(newest);
  const latest = useRef(newest);
  const isWaiting = useRef(false);
  useEffect(() => {
    latest.current = newest;
    if (isWaiting.current || newest === shown) return;
    isWaiting.current = true;
    systemClock.later(everyMs, () => {
      isWaiting.current = false;
      setShown(latest.current);
    });
  }, [newest, shown, everyMs]);
  return shown;
}
