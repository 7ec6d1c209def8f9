import type { Clock } from "../clock.ts";

/** How long an upload may stand still, ms; as long as the server waits for its next byte. */
const stillMsMax = 60_000;
/** The slowest way on which bytes still move, a second: what the device took off our hands may lie in its buffers so long. */
const slowestBytes = 4000;

/**
 * Ends what stands still, but nothing slow that moves: a browser counts bytes as sent that wait in the device's buffers, so that
 * an upload may seem to rest while they leave. `moved` gets the bytes sent so far.
 */
export function watchStill(clock: Clock, onStill: () => void) {
  let cancel = (): void => undefined;
  const moved = (sent: number): void => {
    cancel();
    cancel = clock.later(stillMsMax + (sent / slowestBytes) * 1000, onStill);
  };
  moved(0);
  return { moved, stop: () => cancel() };
}
