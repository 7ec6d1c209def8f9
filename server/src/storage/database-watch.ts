import type { Clock, Timer } from "../kernel/clock.ts";

interface WatchParts {
  /** Opens a new connection and queries; rejects on a timeout. */
  readonly probe: () => Promise<unknown>;
  /** Called when the database counts as away: fail everything that waits for it. */
  readonly onAway: () => void;
  readonly onBack: () => void;
  readonly clock: Clock;
}

const tickMs = 250;
/** Ticks of silence before probing: one slow statement does not mean a hanging database. */
const doubtTicks = 6;
/** ERR-5: Leaves the rest of a call enough of its five seconds. */
const awayTicks = 12;

export type DatabaseWatch = ReturnType<typeof watchDatabase>;

/** Makes calls fail at once while the database hangs. Counts ticks, not time: after a stall, answers are read before a second tick. */
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
      // The ticks count its silence.
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
    /** Call it when a statement, or a wait for a connection, begins. */
    started(): void {
      unsettled += 1;
      if (unsettled === 1) silentTicks = 0;
      timer ??= clock.setInterval(tick, tickMs);
    },
    settled(): void {
      unsettled -= 1;
    },
    /** Call it whenever the database sends anything, on any connection. */
    answered(): void {
      silentTicks = 0;
    },
    stop,
  };
}
