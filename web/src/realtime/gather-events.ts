import { atMostEvery } from "../platform/at-most-every.ts";
import type { Clock } from "../platform/clock.ts";
import type { RoomEvent } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";
import type { AppStore } from "../state/store.ts";

/**
 * Room events within this time of a shown one are shown together, ms: a burst then costs few redraws, and nobody reads faster than that (PERF-12).
 */
const gatherMs = 250;
/** PERF-12b: how long arrivals wait after a keystroke, ms, and how often. With the time above this adds up to a second at most. */
const pressedMs = 150;
const waitsMax = 5;
/** Live events make the page catch up at most this often, ms, whatever a server sends. */
const catchUpMs = 2000;

export type GatheredEvents = ReturnType<typeof gatherEvents>;

/** Gathers bursts of live events, except on hidden pages, whose timers are late and which draw nothing. */
export function gatherEvents(
  clock: Clock,
  { dispatch, getState }: Pick<AppStore, "dispatch" | "getState">,
  onKey: (listen: () => void) => () => void,
) {
  let waiting: RoomEvent[] = [];
  let pressedAt = 0;
  let waits = 0;
  let cancelBurst: (() => void) | null = null;
  const stopKeys = onKey(() => (pressedAt = clock.now()));
  const catchUp = atMostEvery(catchUpMs, clock, () => pass({ type: "sync/asked" }));

  function release(): void {
    const events = waiting;
    waiting = [];
    if (events.length > 0) dispatch({ type: "sync/events-received", events });
  }

  function showBurst(): void {
    cancelBurst = null;
    if (waiting.length === 0) return;
    const isPressed = waits < waitsMax && clock.now() - pressedAt < pressedMs;
    waits = isPressed ? waits + 1 : 0;
    cancelBurst = clock.later(isPressed ? pressedMs : gatherMs, showBurst);
    if (!isPressed) release();
  }

  function pass(event: AppEvent): void {
    try {
      release();
    } finally {
      dispatch(event);
    }
  }

  /** Passes the first logged event on at once, and the burst after it together. */
  function receive(event: AppEvent): void {
    if (event.type === "sync/asked") catchUp.ask();
    else if (event.type === "sync/events-received" && getState().attention.isVisible) {
      waiting.push(...event.events);
      if (cancelBurst === null) showBurst();
    } else pass(event);
  }

  function stop(): void {
    cancelBurst?.();
    cancelBurst = null;
    catchUp.stop();
    stopKeys();
    waiting = [];
  }

  return { pass, receive, stop };
}
