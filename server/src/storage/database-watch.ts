import type { Clock, Timer } from "../kernel/clock.ts";

/** Knows whether the database answers at all, so that calls are refused at once while it hangs and not one timeout after the other. */
export interface DatabaseWatch {
  isAway(): boolean;
  /** Something was asked of the database, or of the pool for it. */
  asked(): void;
  /** What was asked has ended, one way or the other. */
  settled(): void;
  /** The database said something, on whatever connection. */
  heard(): void;
  stop(): void;
}

/** What watching takes. */
export interface DatabaseWatchParts {
  /** Asks over a connection of its own whether the database answers; rejects when it does not within its patience. */
  readonly probe: () => Promise<unknown>;
  /** Called when the database counts as away: whoever still waits for it is to be told. */
  readonly onAway: () => void;
  readonly onBack: () => void;
  readonly clock: Clock;
}

const tickMs = 250;
/** After so much silence it is asked directly: one slow statement is no database that hangs. */
const doubtTicks = 6;
/** ERR-5: with the rest of a call there must be room in its five seconds. */
const awayTicks = 12;

/**
 * Counts silence in ticks of its timer, not by the clock: while this process itself was held up, the answers that wait in
 * its sockets are read before a second tick.
 */
export function watchDatabase({ probe, onAway, onBack, clock }: DatabaseWatchParts): DatabaseWatch {
  let unsettled = 0;
  let silentTicks = 0;
  let isAway = false;
  let isProbing = false;
  let timer: Timer | null = null;

  const ask = async (): Promise<void> => {
    if (isProbing) return;
    isProbing = true;
    try {
      await probe();
      silentTicks = 0;
      if (isAway) onBack();
      isAway = false;
    } catch {
      // Its silence is counted; the failure itself tells nothing more.
    } finally {
      isProbing = false;
    }
  };

  const tick = (): void => {
    if (unsettled === 0 && !isAway) return stop();
    silentTicks += 1;
    if (isAway || silentTicks >= doubtTicks) void ask();
    if (isAway || silentTicks < awayTicks) return;
    isAway = true;
    onAway();
  };

  const stop = (): void => {
    if (timer !== null) clock.clearInterval(timer);
    timer = null;
  };

  return {
    isAway: () => isAway,
    asked() {
      unsettled += 1;
      if (unsettled === 1) silentTicks = 0;
      timer ??= clock.setInterval(tick, tickMs);
    },
    settled() {
      unsettled -= 1;
    },
    heard() {
      silentTicks = 0;
    },
    stop,
  };
}
