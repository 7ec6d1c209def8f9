import type { BackupFile } from "../backups/archive-reader.ts";
import type { AskedBackup, BackupEnd } from "../backups/back-up.ts";
import type { DailyBackups } from "../backups/daily-backups.ts";
import type { RestoreEnd, VerifyEnd } from "../backups/restore.ts";
import type { AskedUpgrade } from "../backups/upgrade-database.ts";
import type { AuditStore } from "../audit/store.ts";
import type { AskedImport, ImportEnd } from "../offers-import/import-offers.ts";
import type { MoveEnd } from "../files/storage/move-files.ts";
import type { ExportEnd } from "../personal-data/export-person.ts";
import type { AskedSetup } from "../setup/set-up.ts";
import type { DataPerson } from "../personal-data/store.ts";
import type { AccountStore } from "../participants/account-store.ts";
import type { ProgramTokenStore } from "../sign-in/program-tokens.ts";

export interface Opened {
  readonly accounts: AccountStore;
  readonly programTokens: ProgramTokenStore;
  readonly audit: AuditStore;
  readonly personalData: {
    /** Null if the person is unknown or erased. */
    find(username: string): Promise<DataPerson | null>;
    /** Writes the person's data into a new folder (PERS-1). */
    export(personId: number, folder: string): Promise<ExportEnd>;
    erase(personId: number, say: (line: string) => void): Promise<void>;
  };
  readonly demo: DemoCommands;
  /** Moves all files to the storage at `url` and reports progress; null if the URL is invalid (MSG-3v). */
  moveFiles(url: string, say: (line: string) => void): Promise<(MoveEnd & { readonly url: string }) | null>;
  /** Rebuilds the search index and reports progress; returns the number of rooms. */
  rebuildSearch(say: (line: string) => void): Promise<number>;
  /** Imports a file's offers and reports progress; null if the account may not store offers (ERP-2f). */
  importOffers(asked: AskedImport, say: (line: string) => void): Promise<ImportEnd | null>;
  /** Writes a backup and reports progress (KEEP-1). */
  backUp(asked: AskedBackup, say: (line: string) => void): Promise<BackupEnd>;
  /** Makes a backup every day until stopped (KEEP-11). */
  backUpDaily(daily: DailyBackups): Promise<void>;
  readonly migrated: readonly string[];
}

export interface DemoCommands {
  /** `passwordsFile` is the path of the file with the generated passwords; null if the passwords are public. */
  fill(): Promise<{ kind: "filled"; passwordsFile: string | null } | { kind: "not-empty" }>;
  enabledAccounts(): Promise<readonly { readonly id: number; readonly username: string }[]>;
}

export interface CommandPorts {
  /** Opens the database, even while a server is running. The caller of `run` closes it. */
  readonly open: () => Promise<Opened>;
  /** Restores a backup and reports progress; opens no database (KEEP-2). */
  readonly restore: (from: BackupFile, say: (line: string) => void) => Promise<RestoreEnd>;
  /** Tests a backup by restoring it into a temporary folder (KEEP-8). */
  readonly verify: (from: BackupFile, say: (line: string) => void) => Promise<VerifyEnd>;
  /** Upgrades Cuplaj's own PostgreSQL to the next major version of PostgreSQL (KEEP-10). */
  readonly upgradeDatabase: (asked: AskedUpgrade, say: (line: string) => void) => Promise<readonly string[]>;
  /** Sets up the machine (SETUP-1); opens no database. */
  readonly setUp: (asked: AskedSetup) => Promise<readonly string[]>;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly makePassword: () => string;
  /** Writes a new file with mode 0600; throws a `Refusal` if it already exists or cannot be written. */
  readonly writeSecret: (path: string, text: string) => void;
  /** The public URL of the web app, with a trailing slash. */
  readonly pageUrl: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks a question without echoing the reply; null without a terminal. */
  readonly askPassword: ((question: string) => Promise<string>) | null;
  /** Asks a question and echoes the reply; null without a terminal. */
  readonly askLine: ((question: string) => Promise<string>) | null;
  readonly readStdin: () => Promise<string>;
  readonly say: (line: string) => void;
  readonly isProduction: boolean;
}

export type OptionValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Returns an option's value; empty if the option is absent. */
export function textOf(values: OptionValues, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

/** Thrown if nothing was changed; its message is printed, and the exit code is 1. */
export class Refusal extends Error {}

export interface CommandOption {
  readonly type: "string" | "boolean";
  /** The value's placeholder in the help, such as `NAME`. */
  readonly value?: string;
  readonly help: string;
  readonly isRequired?: true;
  readonly isRepeatable?: true;
}

/** A command of `cuplaj` (RUN-7). */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Name of the command's only positional argument, such as `URL`; also the key of its value. */
  readonly word?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Returns the lines to print. */
  run(values: OptionValues, ports: CommandPorts): Promise<readonly string[]>;
}
