import { writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { createAuditStore } from "../audit/store.pg.ts";
import { backUpDaily } from "../backups/daily-backups.ts";
import type { ProgressPorts } from "../backups/progress.ts";
import { type CommandPorts, type Opened, Refusal } from "../command-line/command.ts";
import { printable } from "../command-line/printable.ts";
import { runCommandLine } from "../command-line/run-command.ts";
import { demoStorePg } from "../demo/store.pg.ts";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { systemClock } from "../kernel/clock.ts";
import { freeBytesOf } from "../kernel/free-bytes.ts";
import { silentLog } from "../kernel/log.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import type { Config } from "../settings/config.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { setUp } from "../setup/set-up.ts";
import { makePassword, makeToken } from "../sign-in/token.ts";
import { nameOfDatabase } from "../storage/check-database.ts";
import { refuseRootBeside } from "../storage/data-folder.ts";
import { openStorageBeside, type OpenStorage } from "../storage/open-storage.ts";
import { fillByCommand } from "./demo-mode.ts";
import { importByCommand } from "./import-by-command.ts";
import { personalDataByCommand } from "./personal-data-by-command.ts";
import { backUpByCommand, upgradeSteps } from "./wire-backups.ts";
import { upgradeDatabaseByCommand } from "./wire-database-upgrade.ts";
import { moveByCommand } from "./wire-file-storage.ts";
import { restoreByCommand, verifyByCommand } from "./wire-restores.ts";
import { rebuildByCommand } from "./wire-search.ts";

/** Where a command runs: in a terminal or script through `cuplaj.ts`, or in a test. `say` writes a line to stderr. */
interface CommandTerminal extends Pick<CommandPorts, "askPassword" | "askLine" | "readStdin" | "say"> {
  /** Throws a `StartupProblem` for an invalid setting. */
  readonly readConfig: () => Config;
  /** Called when the first backup begins; returns a signal that aborts it. */
  readonly stopBackup: () => AbortSignal;
  /** Whether `say` writes to a terminal, where progress may be shown each second. */
  readonly isTerminal: boolean;
  readonly print: (text: string) => void;
}

/** Runs an operator's command (RUN-7), composed as `startServer` composes the server. Returns the exit code; never rejects. */
export async function runOperatorCommand(words: readonly string[], terminal: CommandTerminal): Promise<number> {
  try {
    return await runWith(terminal.readConfig(), words, terminal);
  } catch (error) {
    // Prints only the message of a problem that the operator can fix; anything else is a bug and is printed with its stack.
    terminal.say(printable(error instanceof StartupProblem ? error.message : inspect(error)));
    return 1;
  }
}

async function runWith(config: Config, words: readonly string[], terminal: CommandTerminal): Promise<number> {
  const opened: OpenStorage[] = [];
  try {
    const { exitCode, text } = await runCommandLine(words, {
      ...portsOf(config, terminal),
      async open(isNew) {
        const storage = await openDatabase(config, terminal, isNew);
        opened.push(storage);
        return openedOn(storage, config, terminal);
      },
    });
    // The output is printed before the database closes: some is shown only once and must not be lost if closing fails.
    if (exitCode === 0) terminal.print(text);
    else terminal.say(text);
    return exitCode;
  } finally {
    for (const storage of opened) await storage.close();
  }
}

async function openDatabase(config: Config, { say }: CommandTerminal, isNew: boolean): Promise<OpenStorage> {
  const { dataDir, databaseUrl } = config;
  refuseRootBeside(dataDir);
  const sayUpgrade = (fields: object, sentence: string): void =>
    say(["Upgrade:", sentence, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(" "));
  const upgrade = async () => upgradeSteps(config, systemClock, { info: sayUpgrade, warn: sayUpgrade });
  const common = { clock: systemClock, log: silentLog, poolSize: 2, upgrade };
  const storage = await openStorageBeside({ dataDir, databaseUrl, ...common, isNew });
  // RUN-7: a command without the service's settings would otherwise silently work on another database.
  say(`Database: ${storage.name}`);
  return storage;
}

function openedOn(storage: OpenStorage, config: Config, terminal: CommandTerminal): Opened {
  const { pool, migrated } = storage;
  const parts = { config, storage, clock: systemClock };
  let stop: AbortSignal | null = null;
  const stopOnce = (): AbortSignal => (stop ??= terminal.stopBackup());
  return {
    accounts: createAccountStore(pool),
    programTokens: createProgramTokenStore(pool),
    audit: createAuditStore(pool),
    personalData: personalDataByCommand(config, storage),
    demo: {
      async fill() {
        const { storageUrl, dataDir } = config;
        const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl, dataDir });
        return await fillByCommand(config, { pool, clock: systemClock, storages });
      },
      enabledAccounts: () => demoStorePg(pool).enabledAccounts(),
    },
    moveFiles: (url, say) => moveByCommand({ ...parts, say }, url),
    rebuildSearch: (say) => rebuildByCommand(parts, say),
    importOffers: (asked, say) => importByCommand({ ...parts, say }, asked),
    backUp: (asked, say) =>
      backUpByCommand({ config, storage, stop: stopOnce(), progress: progressBy(terminal, say) }, asked),
    backUpDaily: (daily) => backUpDaily(daily, { clock: systemClock, stop: stopOnce() }),
    migrated,
  };
}

const progressBy = ({ isTerminal }: CommandTerminal, say: (line: string) => void): ProgressPorts => ({
  ...{ clock: systemClock, say, isTerminal },
});

function portsOf(config: Config, terminal: CommandTerminal): Omit<CommandPorts, "open"> {
  const { askPassword, askLine, readStdin, say } = terminal;
  return {
    ...{ askPassword, askLine, readStdin, say, hashPassword, makePassword },
    restore(from, sayMore) {
      const name = config.databaseUrl === null ? null : nameOfDatabase(config.databaseUrl);
      say(`Database: ${name ?? `PostgreSQL of DATA_DIR ${config.dataDir}`}`);
      return restoreByCommand({ config, progress: progressBy(terminal, sayMore) }, from);
    },
    verify: (from, sayMore) => verifyByCommand({ config, progress: progressBy(terminal, sayMore) }, from),
    upgradeDatabase: (asked, sayMore) =>
      upgradeDatabaseByCommand({ config, freeBytesOf, ...progressBy(terminal, sayMore) }, asked),
    setUp: (asked) => setUp(asked, { clock: systemClock, makeSecret: makeToken, say, askLine }),
    writeSecret: writeNewSecret,
    pageUrl: `${config.publicUrl ?? `http://localhost:${config.port}`}/`,
    now: () => systemClock.now(),
    isProduction: config.isProduction,
  };
}

/** Writes a new file, and never overwrites one, which may be an earlier secret. */
function writeNewSecret(path: string, content: string): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    throw new Refusal(`${path} cannot be written (${reasonOf(error)}); it must be a new file.`);
  }
}
