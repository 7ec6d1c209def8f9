import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { Config } from "../settings/config.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { createTwoFactorStore } from "../two-factor/store.pg.ts";

/** TFA-1d: ends sessions from before a second factor was asked for. Where the database takes no writes, they can do nothing else (TFA-1). */
export async function endIncompleteSignIns({
  config,
  storage,
  log,
}: {
  readonly config: Pick<Config, "twoFactor">;
  readonly storage: { readonly pool: StatementPool };
  readonly log: Pick<Log, "warn">;
}): Promise<void> {
  if (config.twoFactor === "off") return;
  try {
    await createTwoFactorStore(storage.pool).endIncomplete();
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "sign-ins without a second factor could not be ended");
  }
}
