import { systemClock } from "../kernel/clock.ts";
import type { DatabaseAddress } from "../storage/database.ts";
import { upgradeTables } from "../storage/upgrade.ts";

/** Brings a test's database up to date, without a backup. */
export const bringUpToDate = (at: DatabaseAddress | string): Promise<readonly string[]> =>
  upgradeTables({ at, clock: systemClock, waits: () => undefined, begins: () => Promise.resolve() });
