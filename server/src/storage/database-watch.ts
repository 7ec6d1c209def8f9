import type { Clock, Timer } from "../kernel/clock.ts";

interface WatchParts {
  /** Connects anew and asks whether the database answers; rejects when it does not within its time limit. */
  readonly probe: () => Promise<unknown>;
  /** Called when the database counts as away: whatever still waits for it must fail. */
  readonly onAway: () => void;
  readonly onBack: () => void;
  readonly clock: Clock;
}

const tickMs = 250;
/** After so much silence it is probed: one slow statement is no database that hangs. */
const doubtTicks = 6;
/** ERR-5: with the rest of a call there must be room in its five seconds. */
const awayTicks = 12;

/** Whether the database answers at all. */
export type DatabaseWatch = ReturnType<typeof watchDatabase>;

/**
 * Watches whether the database answers at all, so that calls fail at once while it hangs and not one timeout after the other.
 * Counts silence in ticks of its timer, not by the clock: while this process itself was held up, the answers that wait in
 * its sockets are read before a second tick.
 */
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
      // Its silence is counted by the ticks.
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
    /** A statement, or the wait for a connection, has begun. */
    started(): void {
      unsettled += 1;
      if (unsettled === 1) silentTicks = 0;
      timer ??= clock.setInterval(tick, tickMs);
    },
    /** It has ended, one way or the other. */
    settled(): void {
      unsettled -= 1;
    },
    /** The database said something, on whatever connection. */
    answered(): void {
      silentTicks = 0;
    },
    stop,
  };
}
