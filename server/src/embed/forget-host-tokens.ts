import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { hourMs, Rounds } from "../kernel/rounds.ts";
import type { HostTokenStore } from "./store.ts";

/** How much longer a used token is known than it lasts: clocks of processes may differ by less. */
const spareMs = 60 * 60 * 1000;

/** EMB-2i: forgets used tokens that have ended. */
export function forgetHostTokens({
  store,
  clock,
  log,
}: {
  readonly store: Pick<HostTokenStore, "removeEnded">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}): Rounds {
  const removeEnded = () => store.removeEnded(clock.now() - spareMs);
  const failure = "used tokens of hosts could not be removed";
  return new Rounds({ work: removeEnded, everyMs: hourMs, clock, log, failure }).start();
}
