import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { systemClock } from "./kernel/clock.ts";
import { askPassword } from "./command-line/ask-password.ts";
import { createAuditStore } from "./audit/store.pg.ts";
import { type Opened, Refusal } from "./command-line/command.ts";
import { type CommandLinePorts, runCommandLine } from "./command-line/run-command.ts";
import { type Config, loadConfig } from "./settings/config.ts";
import { fillByCommand } from "./start/demo-mode.ts";
import { backUpBeforeUpgrade, backUpByCommand, restoreByCommand } from "./start/wire-backups.ts";
import { importByCommand } from "./start/import-by-command.ts";
import { personalDataByCommand } from "./start/personal-data-by-command.ts";
import { moveByCommand } from "./start/wire-file-storage.ts";
import { rebuildByCommand } from "./start/wire-search.ts";
import { demoStorePg } from "./demo/store.pg.ts";
import { silentLog } from "./kernel/log.ts";
import { openFileStorages } from "./file-storage/open-file-storages.ts";
import { createStorageRows } from "./file-storage/storages.pg.ts";
import { createAccountStore } from "./participants/account-store.pg.ts";
import { hashPassword } from "./sign-in/password-hash.ts";
import { createProgramTokenStore } from "./sign-in/program-tokens.pg.ts";
import { makePassword } from "./sign-in/token.ts";
import { nameOfDatabase } from "./storage/check-database.ts";
import { reasonOf, StartupProblem } from "./kernel/startup-problem.ts";
import { refuseRootBeside } from "./storage/data-folder.ts";
import { openStorageBeside, type OpenStorage } from "./storage/open-storage.ts";

/** The operator's commands (RUN-7): composes them as `main.ts` composes the server. */
process.exitCode = await main().catch(giveUp);

/** KEEP-4b */
function sayUpgrade(fields: object, sentence: string): void {
  process.stderr.write(`Upgrade: ${sentence} ${JSON.stringify(fields)}\n`);
}

async function main(): Promise<number> {
  const config = loadConfig();
  const opened: OpenStorage[] = [];
  const open = async (isNew: boolean): Promise<Opened> => {
    const { dataDir, databaseUrl } = config;
    refuseRootBeside(dataDir);
    const beforeUpgrade = backUpBeforeUpgrade(config, systemClock, { info: sayUpgrade, warn: sayUpgrade });
    const common = { clock: systemClock, log: silentLog };
    const parts = { dataDir, databaseUrl, poolSize: 2, ...common, beforeUpgrade };
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
    const backUp: Opened["backUp"] = (file, say) =>
      backUpByCommand({ config, storage, clock: systemClock, say, stop: stopBySignal() }, file);
    const audit = createAuditStore(pool);
    const personalData = personalDataByCommand(config, storage);
    return {
      accounts,
      programTokens,
      audit,
      personalData,
      demo,
      moveFiles,
      rebuildSearch,
      importOffers,
      backUp,
      migrated,
    };
  };
  try {
    const { exitCode, text: answer } = await runCommandLine(process.argv.slice(2), portsOf(config, open));
    (exitCode === 0 ? process.stdout : process.stderr).write(`${answer}\n`);
    return exitCode;
  } finally {
    for (const storage of opened) await storage.close();
  }
}

/** KEEP-1d: the first signal ends a backup in order, and the same once more at once. */
function stopBySignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () =>
      stop.abort(new StartupProblem(`The backup was stopped (${signal}): nothing is left of it.`)),
    );
  return stop.signal;
}

function portsOf(config: Config, open: CommandLinePorts["open"]): CommandLinePorts {
  return {
    open,
    restore(file, say) {
      const name = config.databaseUrl === null ? null : nameOfDatabase(config.databaseUrl);
      process.stderr.write(`Database: ${name ?? `PostgreSQL of DATA_DIR ${config.dataDir}`}\n`);
      return restoreByCommand({ config, clock: systemClock, say }, file);
    },
    hashPassword,
    makePassword,
    writeSecret: writeNewSecret,
    pageUrl: `${config.publicUrl ?? `http://localhost:${config.port}`}/`,
    now: () => systemClock.now(),
    askPassword: process.stdin.isTTY
      ? (question) => askPassword(process.stdin, (shown) => process.stderr.write(shown), question)
      : null,
    askLine: process.stdin.isTTY ? askLine : null,
    readStdin: () => text(process.stdin),
    say: (line) => void process.stderr.write(`${line}\n`),
    isProduction: config.isProduction,
  };
}

async function askLine(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Never over a file that is there: it may be what was made before. */
function writeNewSecret(path: string, content: string): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    throw new Refusal(`${path} cannot be written (${reasonOf(error)}); it has to be a new file.`);
  }
}

/** One sentence for what the operator can mend; anything else is a bug and shows where. */
function giveUp(error: unknown): number {
  process.stderr.write(`${error instanceof StartupProblem ? error.message : inspect(error)}\n`);
  return 1;
}
