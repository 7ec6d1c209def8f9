import { atMostEvery } from "../platform/at-most-every.ts";
import type { Clock } from "../platform/clock.ts";
import type { RoomEvent } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";

/** Room events within this time of a shown one are shown together, ms: a burst costs few drawings, and nobody reads faster (PERF-12). */
const gatherMs = 250;
/** Live events make the page catch up at most this often, ms, whatever a server sends. */
const catchUpMs = 2000;

/** Passes events to the store, in their order. */
export type GatheredEvents = ReturnType<typeof gatherEvents>;

/** Gathers bursts of live events, unless the page is hidden: there timers are late, and nothing is drawn anyway. */
export function gatherEvents(clock: Clock, dispatch: (event: AppEvent) => void, isVisible: () => boolean) {
  let waiting: RoomEvent[] = [];
  const burst = atMostEvery(gatherMs, clock, release);
  const catchUp = atMostEvery(catchUpMs, clock, () => pass({ type: "sync/asked" }));

  function release(): void {
    const events = waiting;
    waiting = [];
    if (events.length > 0) dispatch({ type: "sync/events-received", events });
  }

  /** Passes an event on at once, after the gathered ones. */
  function pass(event: AppEvent): void {
    try {
      release();
    } finally {
      dispatch(event);
    }
  }

  /** Passes live events on: the first of the rooms' logs at once, a burst after it together. */
  function receive(event: AppEvent): void {
    if (event.type === "sync/asked") catchUp.ask();
    else if (event.type === "sync/events-received" && isVisible()) {
      waiting.push(...event.events);
      burst.ask();
    } else pass(event);
  }

  /** Drops what waits. */
  function stop(): void {
    burst.stop();
    catchUp.stop();
    waiting = [];
  }

  return { pass, receive, stop };
}
