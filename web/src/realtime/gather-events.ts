import { atMostEvery } from "../platform/at-most-every.ts";
import type { Clock } from "../platform/clock.ts";
import type { RoomEvent } from "../state/entities.ts";
import type { AppEvent } from "../state/events.ts";

/** Events of rooms within this time of one that was shown are shown together, ms: a burst costs a page few drawings, and nobody sees the wait. */
const gatherMs = 120;
/** What comes live makes the page catch up at most this often, ms, whatever a server sends. */
const catchUpMs = 2000;

/** Passes events to the store, in their order. */
export type GatheredEvents = ReturnType<typeof gatherEvents>;

/** Gathers bursts of live events, unless nobody can see the page: there timers are late, and nothing is drawn anyway. */
export function gatherEvents(clock: Clock, dispatch: (event: AppEvent) => void, isVisible: () => boolean) {
  let waiting: RoomEvent[] = [];
  const burst = atMostEvery(gatherMs, clock, release);
  const catchUp = atMostEvery(catchUpMs, clock, () => pass({ type: "sync/asked" }));

  function release(): void {
    const events = waiting;
    waiting = [];
    if (events.length > 0) dispatch({ type: "sync/events-received", events });
  }

  /** Passes on what waits for nobody, after what came before it. */
  function pass(event: AppEvent): void {
    try {
      release();
    } finally {
      dispatch(event);
    }
  }

  /** Passes on what came live: of rooms' logs the first at once, what follows in a burst together. */
  function receive(event: AppEvent): void {
    if (event.type === "sync/asked") catchUp.ask();
    else if (event.type === "sync/events-received" && isVisible()) {
      waiting.push(...event.events);
      burst.ask();
    } else pass(event);
  }

  /** Forgets what waits. */
  function stop(): void {
    burst.stop();
    catchUp.stop();
    waiting = [];
  }

  return { pass, receive, stop };
}
