import { type AgingParts, hourly, type Rounds } from "../kernel/rounds.ts";
import type { HostTokenStore } from "./store.ts";

/** How long used tokens are stored after they expire; longer than the clock skew between processes. */
const spareMs = 60 * 60 * 1000;

type ForgetParts = Omit<AgingParts<Pick<HostTokenStore, "removeEnded">>, "storedDays">;

export function forgetHostTokens({ store, clock, log }: ForgetParts): Rounds {
  const work = () => store.removeEnded(clock.now() - spareMs);
  return hourly({ work, clock, log, failure: "used host tokens could not be removed" }).start();
}
