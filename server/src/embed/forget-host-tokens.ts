import { type AgingParts, hourly, type Rounds } from "../kernel/rounds.ts";
import type { HostTokenStore } from "./store.ts";

/** How much longer a used token is known than it lasts: clocks of processes may differ by less. */
const spareMs = 60 * 60 * 1000;

type ForgetParts = Omit<AgingParts<Pick<HostTokenStore, "removeEnded">>, "storedDays">;

/** EMB-2: forgets used tokens that have ended. */
export function forgetHostTokens({ store, clock, log }: ForgetParts): Rounds {
  const work = () => store.removeEnded(clock.now() - spareMs);
  return hourly({ work, clock, log, failure: "used tokens of hosts could not be removed" }).start();
}
