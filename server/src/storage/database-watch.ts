import type { Clock, Timer } from "../kernel/clock.ts";

interface WatchParts {
  /** Opens a new connection and runs a query; rejects on a timeout. */
  readonly probe: () => Promise<unknown>;
  /** Called when the database counts as down, to fail everything that waits for it. */
  readonly onAway: () => void;
  readonly onBack: () => void;
  readonly clock: Clock;
}

const tickMs = 250;
/** Ticks of silence before a probe: one slow statement does not mean that the database hangs. */
const doubtTicks = 6;
/** ERR-5: ticks of silence after which the database counts as down. This leaves a call enough of its five seconds to respond. */
const awayTicks = 12;

export type DatabaseWatch = ReturnType<typeof watchDatabase>;

/** Makes calls fail immediately while the database hangs. Counts ticks instead of time: after a stall, responses are read before a second tick. */
export function watchDatabase({ probe, onAway, onBack, clock }: WatchParts) {
  let unsettled = 0;
  let silentTicks = 0;
  let isAway = false;
  let isProbing = false;
  let timer: Timer | null = null;

  const check = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    try {
      await probe();
      silentTicks = 0;
      if (isAway) onBack();
      isAway = false;
    } catch {
      // A failed probe needs no handling, since the ticks count its silence.
    } finally {
      isProbing = false;
    }
  };

  const tick = (): void => {
    if (unsettled === 0 && !isAway) return stop();
    silentTicks += 1;
    if (isAway || silentTicks >= doubtTicks) void check();
    if (isAway || silentTicks < awayTicks) return;
    isAway = true;
    onAway();
  };

  const stop = (): void => {
    if (timer !== null) clock.clearInterval(timer);
    timer = null;
  };

  return {
    isAway: (): boolean => isAway,
    /** Must be called when a statement, or a wait for a connection, begins. */
    started(): void {
      unsettled += 1;
      if (unsettled === 1) silentTicks = 0;
      timer ??= clock.setInterval(tick, tickMs);
    },
    settled(): void {
      unsettled -= 1;
    },
    /** Must be called whenever the database sends anything, on any connection. */
    answered(): void {
      silentTicks = 0;
    },
    stop,
  };
}
