import { type Clock, isoTime, type Timer } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { Config } from "../settings/config.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { ensureSetting, removeSetting } from "../storage/stored-setting.ts";
import { createTwoFactorStore } from "../two-factor/store.pg.ts";

interface TwoFactorWiring {
  readonly config: Pick<Config, "twoFactor">;
  readonly storage: { readonly pool: StatementPool };
  readonly clock: Pick<Clock, "now" | "steadyMs" | "setTimeout" | "clearTimeout">;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Setting with the time when the second factor became required; absent if it is not required. */
const sinceKey = "two_factor_since";
const againMs = 10_000;

/**
 * TFA-1d: ends sign-ins without a second factor, and retries until that succeeds; until then, these sessions can do nothing else anyway (TFA-1).
 * Returns a function that stops it.
 */
export async function endIncompleteSignIns(wiring: TwoFactorWiring): Promise<() => void> {
  const { config, clock, log } = wiring;
  log.info({ twoFactor: config.twoFactor }, "people who must use a second factor (TWO_FACTOR)");
  const next: { timer?: Timer; isOver?: true } = {};
  async function attempt(): Promise<void> {
    try {
      await endThoseOfBefore(wiring);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "sessions without a second factor could not be ended yet");
      if (next.isOver !== true) next.timer = clock.setTimeout(() => void attempt(), againMs);
    }
  }
  await attempt();
  return () => {
    next.isOver = true;
    if (next.timer !== undefined) clock.clearTimeout(next.timer);
  };
}

async function endThoseOfBefore({ config, storage: { pool }, clock }: TwoFactorWiring): Promise<void> {
  if (config.twoFactor === "off") return await removeSetting(pool, sinceKey);
  const since = await ensureSetting(pool, sinceKey, () => isoTime(clock.now()));
  await createTwoFactorStore(pool).endIncomplete(since);
}
