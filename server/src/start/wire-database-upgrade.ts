import { copyFileSync } from "node:fs";
import { loadRows } from "../backups/load-rows.pg.ts";
import { withRows } from "../backups/read-rows.pg.ts";
import { type AskedUpgrade, upgradeDatabase, type UpgradePorts } from "../backups/upgrade-database.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { passwordFile, superuserPasswordFile } from "../storage/own-roles.ts";

type UpgradeWiring = Omit<UpgradePorts, "copyInto">;

/** `database upgrade` (KEEP-10). */
export const upgradeDatabaseByCommand = (wiring: UpgradeWiring, asked: AskedUpgrade): Promise<readonly string[]> =>
  upgradeDatabase({ ...wiring, copyInto: (unfinished, release) => copyRows(wiring, unfinished, release) }, asked);

async function copyRows({ config, clock, say }: UpgradeWiring, unfinished: string, release: string): Promise<void> {
  const { dataDir } = config;
  const common = { clock, log: silentLog, isDurable: true };
  const old = await startOwnPostgres({ ...common, dataDir, release });
  try {
    say("The old PostgreSQL runs.");
    for (const fileIn of [passwordFile, superuserPasswordFile]) copyFileSync(fileIn(dataDir), fileIn(unfinished));
    const made = await startOwnPostgres({ ...common, dataDir: unfinished });
    try {
      say("The new PostgreSQL runs.");
      const at = { at: made.address, clock };
      const { tables, rows, strangers } = await withRows(old.address, null, (source) => loadRows(at, source));
      if (strangers.length > 0)
        throw new StartupProblem(
          `Cuplaj has no such tables: ${strangers.join(", ")}. Move them elsewhere, or drop them.`,
        );
      say(`Copied and compared ${rows} rows in ${tables} tables.`);
    } finally {
      await made.stop();
    }
  } finally {
    await old.stop();
  }
}
