import type { Clock } from "../platform/clock.ts";
import type { RoomEvent } from "../state/entities.ts";
import type { ChatEvent } from "../state/events.ts";

/** Events of rooms within this time of one that was shown are shown together, ms: a burst costs a page few drawings, and nobody sees the wait. */
const gatherMs = 120;

/** What events are gathered for. */
export interface GatherSetup {
  readonly clock: Clock;
  readonly dispatch: (event: ChatEvent) => void;
  /** Whether anybody can see the page: in the background timers are late, and nothing is drawn anyway. */
  readonly isVisible: () => boolean;
}

/** Passes events on, in their order; what comes of rooms' logs in a burst as one event. */
export interface GatheredEvents {
  readonly dispatch: (event: ChatEvent) => void;
  /** Forgets what waits. */
  readonly stop: () => void;
}

/** Gathers bursts. The first of them passes at once; what is not of a room's log waits for nobody. */
export function gatherEvents({ clock, dispatch, isVisible }: GatherSetup): GatheredEvents {
  let waiting: RoomEvent[] = [];
  let cancel: (() => void) | null = null;

  function release(): void {
    const events = waiting;
    waiting = [];
    if (events.length > 0) dispatch({ type: "sync/events-received", events });
  }

  function open(): void {
    cancel = clock.later(gatherMs, () => {
      cancel = null;
      if (waiting.length === 0) return;
      open();
      release();
    });
  }

  return {
    dispatch: (event) => {
      if (event.type !== "sync/events-received" || !isVisible()) {
        try {
          release();
        } finally {
          dispatch(event);
        }
        return;
      }
      waiting.push(...event.events);
      if (cancel !== null) return;
      open();
      release();
    },
    stop: () => {
      cancel?.();
      cancel = null;
      waiting = [];
    },
  };
}
