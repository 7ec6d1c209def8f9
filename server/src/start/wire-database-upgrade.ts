import { copyFileSync } from "node:fs";
import { loadRows } from "../backups/load-rows.pg.ts";
import { type ProgressPorts, sayProgress } from "../backups/progress.ts";
import { logicalDatabase, withRows } from "../backups/read-rows.pg.ts";
import type { RowSource } from "../backups/row-source.ts";
import { type AskedUpgrade, upgradeDatabase, type UpgradePorts } from "../backups/upgrade-database.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { passwordFile, superuserPasswordFile } from "../storage/own-roles.ts";
import { findPostgresBinaries } from "../storage/postgres-binaries.ts";

type UpgradeWiring = Omit<UpgradePorts, "checkRelease" | "copyInto"> & Pick<ProgressPorts, "isTerminal">;

/** `database upgrade` (KEEP-10). */
export const upgradeDatabaseByCommand = (wiring: UpgradeWiring, asked: AskedUpgrade): Promise<readonly string[]> =>
  upgradeDatabase(
    {
      ...{ ...wiring, checkRelease: findPostgresBinaries },
      copyInto: (unfinished, release) => copyRows(wiring, unfinished, release),
    },
    asked,
  );

async function copyRows(
  { config, clock, say, isTerminal }: UpgradeWiring,
  unfinished: string,
  release: string,
): Promise<void> {
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
      const bytesTotal = await (await logicalDatabase(old.address, null)).bytes();
      const count = sayProgress("Copied", bytesTotal, { clock, say, isTerminal });
      const { tables, rows, strangers } = await withRows(old.address, null, (source) =>
        loadRows(at, counted(source, count)),
      );
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

/** Calls `count` with the bytes of each chunk that is read. */
const counted = (source: RowSource, count: (bytes: number) => void): RowSource => ({
  ...source,
  read(table) {
    const found = source.read(table);
    found.text.on("data", (chunk: Buffer) => count(chunk.length));
    return found;
  },
});
