import type { Clock } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { DeliveryStore } from "./store.ts";

interface ForgetParts {
  readonly store: Pick<DeliveryStore, "removeOlderThan">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

const forgetEveryMs = 60 * 60 * 1000;
/** What whoever sets the address later still learns. */
const storedMs = 30 * 24 * 60 * 60 * 1000;

/** HOOK-1b: where nobody is told, removes old decisions, now and every hour; answers how to end that. */
export function forgetDeliveries({ store, clock, log }: ForgetParts): () => void {
  const logFailure = oncePerMinute<unknown>(clock, (count, error) =>
    log.warn({ count, reason: reasonOf(error) }, "decisions that nobody is told of could not be removed"),
  );
  const forget = (): void => void store.removeOlderThan(storedMs).catch(logFailure);
  forget();
  const timer = clock.setInterval(forget, forgetEveryMs);
  return () => clock.clearInterval(timer);
}
