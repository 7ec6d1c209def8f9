import { useEffect, useRef, useState } from "react";
import { systemClock } from "../clock.ts";

export function useThrottled<Value>(newest: Value, everyMs: number): Value {
  const [shown, setShown] = useState(newest);
  const latest = useRef(newest);
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);
  useEffect(() => {
    latest.current = newest;
    if (cancel.current !== null || newest === shown) return;
    cancel.current = systemClock.later(everyMs, () => {
      cancel.current = null;
      setShown(latest.current);
    });
  }, [newest, shown, everyMs]);
  return shown;
}
