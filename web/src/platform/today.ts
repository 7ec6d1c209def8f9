import { useSyncExternalStore } from "react";
import { thisMinute, watchMinute } from "./page/use-minute.ts";

const days = new Intl.DateTimeFormat("en", { year: "numeric", month: "numeric", day: "numeric" });

/** Counts calendar days, however many hours a day has: two times of one day have one number. */
export function dayNumber(at: number): number {
  const [month = 1, day = 1, year = 1970] = days.format(at).split("/").map(Number);
  // Days since 1 March of the year 0: with the leap day last, months need no table.
  const y = month > 2 ? year : year - 1;
  const m = (month + 9) % 12;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + Math.floor((153 * m + 2) / 5) + day;
}

let minute = thisMinute();
let today = minute;

function thisDay(): number {
  if (minute !== thisMinute()) {
    minute = thisMinute();
    if (dayNumber(minute) !== dayNumber(today)) today = minute;
  }
  return today;
}

/** A time of the current day, ms since the epoch; a new one once midnight has passed, so that "azi" stays true. */
export const useToday = (): number => useSyncExternalStore(watchMinute, thisDay, thisDay);

/** Whether the day of a time is over. */
export const useIsDayOver = (at: number): boolean => dayNumber(at) < dayNumber(useToday());
