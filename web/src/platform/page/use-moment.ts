import { useEffect, useRef, useState } from "react";
import { systemClock } from "../clock.ts";

export function useMoment(lengthMs: number): readonly [isNow: boolean, begin: () => void] {
  const [isNow, setIsNow] = useState(false);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  function begin() {
    cancel.current();
    setIsNow(true);
    cancel.current = systemClock.later(lengthMs, () => setIsNow(false));
  }
  return [isNow, begin];
}
