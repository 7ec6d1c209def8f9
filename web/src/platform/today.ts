import { useSyncExternalStore } from "react";
import { systemClock } from "./clock.ts";

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let stop = () => {};

export const useMinute = (): number => useSyncExternalStore(watchMinute, thisMinute, thisMinute);
const thisMinute = (): number => Math.floor(systemClock.now() / minuteMs) * minuteMs;

function watchMinute(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function tick(): void {
  stop = systemClock.later(thisMinute() + minuteMs - systemClock.now(), () => {
    tick();
    for (const listener of listeners) listener();
  });
}

const days = new Intl.DateTimeFormat("en", { year: "numeric", month: "numeric", day: "numeric" });

/** Numbers calendar days consecutively, however long each is: two times on one day have the same number. */
export function dayNumber(at: number): number {
  const [month = 1, day = 1, year = 1970] = days.format(at).split("/").map(Number);
  // Counts days since 1 March of year 0. The leap day then comes last, so months need no table.
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

/** A time on the current day, in ms since the epoch; changes at midnight, so that "azi" stays true. */
export const useToday = (): number => useSyncExternalStore(watchMinute, thisDay, thisDay);

export const useIsDayOver = (at: number): boolean => dayNumber(at) < dayNumber(useToday());
