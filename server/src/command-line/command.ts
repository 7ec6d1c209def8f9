import type { BackupEnd } from "../backups/back-up.ts";
import type { RestoreEnd } from "../backups/restore.ts";
import type { AuditStore } from "../audit/store.ts";
import type { AskedImport, ImportEnd } from "../offers-import/import-offers.ts";
import type { MoveEnd } from "../files/storage/move-files.ts";
import type { ExportEnd } from "../personal-data/export-person.ts";
import type { DataPerson } from "../personal-data/store.ts";
import type { AccountStore } from "../participants/account-store.ts";
import type { ProgramTokenStore } from "../sign-in/program-tokens.ts";

/** What a command works on, once it knows that it will work. */
export interface Opened {
  readonly accounts: AccountStore;
  readonly programTokens: ProgramTokenStore;
  readonly audit: AuditStore;
  readonly personalData: {
    /** By user name; null where there is nobody, or they were erased. */
    find(username: string): Promise<DataPerson | null>;
    /** Writes into a new folder (PERS-1). */
    export(personId: number, folder: string): Promise<ExportEnd>;
    /** PERS-2. */
    erase(personId: number, say: (line: string) => void): Promise<void>;
  };
  readonly demo: DemoCommands;
  /** Brings all files to the place at an address, and says how far it is; null where nobody can read the address (MSG-3v). */
  moveFiles(url: string, say: (line: string) => void): Promise<(MoveEnd & { readonly url: string }) | null>;
  /** Makes the index of search anew, and says how far it is; answers of how many rooms. */
  rebuildSearch(say: (line: string) => void): Promise<number>;
  /** Imports the offers of a file, and says how far it is; null where the account may store none (ERP-2f). */
  importOffers(asked: AskedImport, say: (line: string) => void): Promise<ImportEnd | null>;
  /** Writes a backup, and says how far it is (KEEP-1). */
  backUp(file: string, say: (line: string) => void): Promise<BackupEnd>;
  /** Migrations that opening the database ran. */
  readonly migrated: readonly string[];
}

export interface DemoCommands {
  /** Answers where the passwords stand, where they were made at random. */
  fill(): Promise<{ kind: "filled"; passwordsFile: string | null } | { kind: "not-empty" }>;
  /** The demo's accounts that may sign in. */
  enabledAccounts(): Promise<readonly { readonly id: number; readonly username: string }[]>;
}

export interface CommandPorts {
  /** Opens the database, that of a running server where there is one; closed by whoever called the command. */
  readonly open: () => Promise<Opened>;
  /** Brings a backup back, and says how far it is (KEEP-2); no database is opened for it. */
  readonly restore: (file: string, say: (line: string) => void) => Promise<RestoreEnd>;
  readonly hashPassword: (password: string) => Promise<string>;
  /** A password made at random. */
  readonly makePassword: () => string;
  /** Writes a file that is there for us alone (0600); throws a `Refusal` where it is there already or cannot be written. */
  readonly writeSecret: (path: string, text: string) => void;
  /** The address that people open, with a slash at its end. */
  readonly pageUrl: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks at the terminal without showing what is typed; null where there is no terminal. */
  readonly askPassword: ((question: string) => Promise<string>) | null;
  /** Asks at the terminal for a line that is shown; null where there is no terminal. */
  readonly askLine: ((question: string) => Promise<string>) | null;
  /** Everything that comes on stdin. */
  readonly readStdin: () => Promise<string>;
  /** Shows a line while the command runs. */
  readonly say: (line: string) => void;
  readonly isProduction: boolean;
}

/** The values of a command's options by their names. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** An option's text, empty where it was not given. */
export function textOf(values: OptionValues, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

/** Thrown by a command that changed nothing: its sentence is printed, with exit code 1. */
export class Refusal extends Error {}

export interface CommandOption {
  readonly type: "string" | "boolean";
  /** What stands for the value in the help, such as `NAME`. */
  readonly value?: string;
  readonly help: string;
  readonly isRequired?: true;
}

/** One command of `npm run cuplaj` (RUN-7). */
export interface Command {
  /** As it is typed, such as `user add`. */
  readonly name: string;
  readonly summary: string;
  /** What stands behind the name in the help, such as `URL`, where the command takes one word without an option; its value has that name. */
  readonly word?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Answers the lines to print. */
  run(values: OptionValues, ports: CommandPorts): Promise<readonly string[]>;
}
