import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { hourMs, Rounds } from "../kernel/rounds.ts";
import type { DeliveryStore } from "./store.ts";

interface ForgetParts {
  readonly store: Pick<DeliveryStore, "removeOlderThan">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

/** What whoever sets the address later still learns. */
const storedMs = 30 * 24 * 60 * 60 * 1000;

/** HOOK-1b: where nobody is told, removes old decisions. */
export const forgetDeliveries = ({ store, clock, log }: ForgetParts): Rounds =>
  new Rounds({
    work: () => store.removeOlderThan(storedMs),
    everyMs: hourMs,
    clock,
    log,
    failure: "decisions that nobody is told of could not be removed",
  });
