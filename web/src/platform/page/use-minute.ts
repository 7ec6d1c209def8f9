import { useSyncExternalStore } from "react";
import { systemClock } from "../clock.ts";

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let stop = () => {};

/** The current minute, ms since the epoch; a new one as it begins. All who watch it share one timer. */
export const useMinute = (): number => useSyncExternalStore(watchMinute, thisMinute, thisMinute);

export const thisMinute = (): number => Math.floor(systemClock.now() / minuteMs) * minuteMs;

/** Calls as each minute begins; returns how to stop. */
export function watchMinute(listener: () => void): () => void {
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
