import type { Clock } from "../platform/clock.ts";
import type { ChatEvent } from "../state/events.ts";

/** Messages within this time of one that was shown are shown together, ms: a burst costs a page few drawings, and nobody sees the wait. */
const gatherMs = 120;

/** What messages are gathered for. */
export interface GatherSetup {
  readonly clock: Clock;
  readonly dispatch: (event: ChatEvent) => void;
  /** Whether anybody can see the page: in the background timers are late, and nothing is drawn anyway. */
  readonly isVisible: () => boolean;
}

/** Passes events on, in their order; messages that come in a burst as one event. */
export interface GatheredMessages {
  readonly dispatch: (event: ChatEvent) => void;
  /** Forgets what waits. */
  readonly stop: () => void;
}

/** Gathers bursts of messages. The first of them passes at once; what is no message waits for nobody. */
export function gatherMessages({ clock, dispatch, isVisible }: GatherSetup): GatheredMessages {
  let waiting: ChatEvent<"messages/received">[] = [];
  let cancel: (() => void) | null = null;

  function release(): void {
    const burst = waiting;
    waiting = [];
    const [first, second] = burst;
    if (second) dispatch({ type: "messages/burst-received", burst });
    else if (first) dispatch(first);
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
      if (event.type !== "messages/received" || !isVisible()) {
        release();
        dispatch(event);
        return;
      }
      waiting.push(event);
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
