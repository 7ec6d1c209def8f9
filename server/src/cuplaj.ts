import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { systemClock } from "./kernel/clock.ts";
import { askPassword } from "./command-line/ask-password.ts";
import type { Opened } from "./command-line/command.ts";
import { type CommandLinePorts, runCommandLine } from "./command-line/run-command.ts";
import { type Config, loadConfig } from "./settings/config.ts";
import { fillByCommand } from "./start/demo-mode.ts";
import { importByCommand } from "./start/import-by-command.ts";
import { moveByCommand } from "./start/wire-file-storage.ts";
import { rebuildByCommand } from "./start/wire-search.ts";
import { demoStorePg } from "./demo/store.pg.ts";
import { silentLog } from "./kernel/log.ts";
import { openFileStorages } from "./file-storage/open-file-storages.ts";
import { createStorageRows } from "./file-storage/storages.pg.ts";
import { createAccountStore } from "./participants/account-store.pg.ts";
import { hashPassword } from "./sign-in/password-hash.ts";
import { createProgramTokenStore } from "./sign-in/program-tokens.pg.ts";
import { StartupProblem } from "./kernel/startup-problem.ts";
import { refuseRootBeside } from "./storage/data-folder.ts";
import { openStorageBeside, type OpenStorage } from "./storage/open-storage.ts";

/** The operator's commands (RUN-7): composes them as `main.ts` composes the server. */
process.exitCode = await main().catch(giveUp);

async function main(): Promise<number> {
  const config = loadConfig();
  const opened: OpenStorage[] = [];
  const open = async (isNew: boolean): Promise<Opened> => {
    const { dataDir, databaseUrl } = config;
    refuseRootBeside(dataDir);
    const parts = { dataDir, databaseUrl, poolSize: 2, clock: systemClock, log: silentLog };
    const storage = await openStorageBeside({ ...parts, isNew });
    opened.push(storage);
    // RUN-7: without the settings of the service a command would quietly work on another database.
    process.stderr.write(`Database: ${storage.name}\n`);
    const { pool, migrated } = storage;
    const demo = {
      fill: async () => {
        const { storageUrl, dataDir } = config;
        const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl, dataDir });
        return await fillByCommand(config, { pool, clock: systemClock, storages });
      },
      enabledAccounts: () => demoStorePg(pool).enabledAccounts(),
    };
    const moveFiles: Opened["moveFiles"] = (url, say) =>
      moveByCommand({ config, storage, clock: systemClock, say }, url);
    const rebuildSearch: Opened["rebuildSearch"] = (say) => rebuildByCommand({ storage, clock: systemClock }, say);
    const [accounts, programTokens] = [createAccountStore(pool), createProgramTokenStore(pool)];
    const importOffers: Opened["importOffers"] = (asked, say) =>
      importByCommand({ config, storage, clock: systemClock, say }, asked);
    return { accounts, programTokens, demo, moveFiles, rebuildSearch, importOffers, migrated };
  };
  try {
    const { exitCode, text: answer } = await runCommandLine(process.argv.slice(2), portsOf(config, open));
    (exitCode === 0 ? process.stdout : process.stderr).write(`${answer}\n`);
    return exitCode;
  } finally {
    for (const storage of opened) await storage.close();
  }
}

function portsOf(config: Config, open: CommandLinePorts["open"]): CommandLinePorts {
  return {
    open,
    hashPassword,
    askPassword: process.stdin.isTTY
      ? (question) => askPassword(process.stdin, (shown) => process.stderr.write(shown), question)
      : null,
    readStdin: () => text(process.stdin),
    say: (line) => void process.stderr.write(`${line}\n`),
    isProduction: config.isProduction,
  };
}

/** One sentence for what the operator can mend; anything else is a bug and shows where. */
function giveUp(error: unknown): number {
  process.stderr.write(`${error instanceof StartupProblem ? error.message : inspect(error)}\n`);
  return 1;
}
