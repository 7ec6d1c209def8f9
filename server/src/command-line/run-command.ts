import { parseArgs } from "node:util";
import { reasonOf } from "../kernel/startup-problem.ts";
import { userEnable, userImport, userInvite, userRename } from "./account-commands.ts";
import { auditShow } from "./audit-commands.ts";
import {
  type Command,
  type CommandOption,
  type CommandPorts,
  type Opened,
  type OptionValues,
  Refusal,
} from "./command.ts";
import { backup, backupDaily, backupVerify, restore } from "./backup-commands.ts";
import { databaseUpgrade, demoFill, demoRemove, migrate } from "./database-commands.ts";
import { helpOfAll, helpOfCommand } from "./help.ts";
import { offersImport } from "./offer-commands.ts";
import { printable } from "./printable.ts";
import { personErase, personExport } from "./person-commands.ts";
import { searchRebuild } from "./search-commands.ts";
import { setup } from "./setup-command.ts";
import { storageMove } from "./storage-commands.ts";
import { tokenAdd, tokenList, tokenRevoke } from "./token-commands.ts";
import {
  userAdd,
  userDisable,
  userList,
  userPassword,
  userResetTwoFactor,
  userRole,
  userSignOut,
} from "./user-commands.ts";

export const commands: readonly Command[] = [
  userAdd,
  userList,
  userDisable,
  userPassword,
  userSignOut,
  userResetTwoFactor,
  userRole,
  userEnable,
  userRename,
  userInvite,
  userImport,
  tokenAdd,
  tokenList,
  tokenRevoke,
  personExport,
  personErase,
  auditShow,
  offersImport,
  demoFill,
  demoRemove,
  migrate,
  databaseUpgrade,
  storageMove,
  searchRebuild,
  // `backup verify` and `backup daily` must precede `backup`, which would take their second words for its FILE.
  backupVerify,
  backupDaily,
  backup,
  restore,
  setup,
];

/** These open no database, so that `--new` would do nothing. */
const withoutDatabase: readonly Command[] = [databaseUpgrade, backupVerify, restore, setup];
const takesNew = (command: Command): boolean => !withoutDatabase.includes(command);

/** `isNew` allows `open` to create a database (RUN-7c). */
export type CommandLinePorts = Omit<CommandPorts, "open"> & { readonly open: (isNew: boolean) => Promise<Opened> };

/** Exit codes: 0 for success, 1 for a refusal or failure, 2 for a syntax error. */
interface CommandOutput {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

/** Runs the command given after `cuplaj`; output contains no terminal controls (ERP-2k). */
export async function runCommandLine(words: readonly string[], ports: CommandLinePorts): Promise<CommandOutput> {
  const { exitCode, text } = await run(words, { ...ports, say: (line) => ports.say(printable(line)) });
  return { exitCode, text: printable(text) };
}

async function run(words: readonly string[], ports: CommandLinePorts): Promise<CommandOutput> {
  const command = commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
  const wantsHelp = words.some((word) => word === "--help" || word === "-h");
  if (command === undefined) return withoutCommand(words, wantsHelp);
  if (wantsHelp) return { exitCode: 0, text: helpOfCommand(command, takesNew(command)) };
  const parsed = parse(command, words.slice(command.name.split(" ").length));
  if ("problem" in parsed)
    return { exitCode: 2, text: `${parsed.problem}\n\n${helpOfCommand(command, takesNew(command))}` };
  try {
    const { new: isNew, ...values } = parsed.values;
    const lines = await command.run(values, { ...ports, open: () => ports.open(isNew === true) });
    return { exitCode: 0, text: lines.join("\n") };
  } catch (error) {
    if (error instanceof Refusal) return { exitCode: 1, text: error.message };
    throw error;
  }
}

function withoutCommand(words: readonly string[], wantsHelp: boolean): CommandOutput {
  const [first = ""] = words;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (wantsHelp && (group.length > 0 || first.startsWith("-"))) {
    return { exitCode: 0, text: helpOfAll(group.length > 0 ? group : commands) };
  }
  if (words.length === 0) return { exitCode: 2, text: helpOfAll(commands) };
  return { exitCode: 2, text: `There is no command ${words.join(" ")}.\n\n${helpOfAll(commands)}` };
}

function parse(command: Command, words: readonly string[]): { values: OptionValues } | { problem: string } {
  try {
    const types: (readonly [string, Pick<CommandOption, "type" | "isRepeatable">])[] = [
      ...Object.entries(command.options),
      ...(takesNew(command) ? ([["new", { type: "boolean" }]] as const) : []),
    ];
    const options = Object.fromEntries(
      types.map(([name, { type, isRepeatable }]) => [name, { type, multiple: isRepeatable === true }]),
    );
    const { values, positionals } = parseArgs({
      ...{ args: [...words], options, strict: true },
      allowPositionals: command.word !== undefined,
    });
    if (command.word !== undefined && positionals.length !== 1) return { problem: `Pass exactly one ${command.word}.` };
    const missing = Object.entries(command.options).find(
      ([name, { isRequired }]) => isRequired && values[name] === undefined,
    );
    if (missing !== undefined) return { problem: `--${missing[0]} is missing.` };
    return { values: command.word === undefined ? values : { ...values, [command.word]: positionals[0] } };
  } catch (error) {
    if (error instanceof TypeError && reasonOf(error).startsWith("ERR_PARSE_ARGS"))
      return { problem: `${error.message}.` };
    throw error;
  }
}
