import { useEffect, useState } from "react";
import { systemClock } from "./clock.ts";
import { dayNumber } from "./day-number.ts";

const lookEveryMs = 30_000;

/** A time of the current day, ms since the epoch; another one once midnight has passed, so that "azi" stays true. */
export function useToday(): number {
  const [today, setToday] = useState(systemClock.now);
  useEffect(() => {
    let cancel = () => {};
    function look() {
      const now = systemClock.now();
      setToday((known) => (dayNumber(known) === dayNumber(now) ? known : now));
      cancel = systemClock.later(lookEveryMs, look);
    }
    look();
    return () => cancel();
  }, []);
  return today;
}
