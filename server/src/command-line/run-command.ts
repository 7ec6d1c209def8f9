import { parseArgs } from "node:util";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { Command, CommandPorts, OptionValues } from "./command.ts";
import { demoFill, demoRemove, migrate } from "./database-commands.ts";
import { helpOfAll, helpOfCommand } from "./help.ts";
import { userAdd, userDisable, userList, userPassword, userRole } from "./user-commands.ts";

/** Every command there is (RUN-7). */
export const commands: readonly Command[] = [
  userAdd,
  userList,
  userDisable,
  userPassword,
  userRole,
  demoFill,
  demoRemove,
  migrate,
];

/** What a run of the command line comes to: text for stdout or stderr, and the exit code (2: it was not understood). */
export interface CommandOutput {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

/** Runs what was typed behind `npm run cuplaj --`. */
export async function runCommandLine(words: readonly string[], ports: CommandPorts): Promise<CommandOutput> {
  const command = commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
  const wantsHelp = words.some((word) => word === "--help" || word === "-h");
  if (command === undefined) return withoutCommand(words, wantsHelp);
  if (wantsHelp) return { exitCode: 0, text: helpOfCommand(command) };
  const parsed = parse(command, words.slice(command.name.split(" ").length));
  if ("problem" in parsed) return { exitCode: 2, text: `${parsed.problem}\n\n${helpOfCommand(command)}` };
  const result = await command.run(parsed.values, ports);
  return "problem" in result ? { exitCode: 1, text: result.problem } : { exitCode: 0, text: result.lines.join("\n") };
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
    const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
    const { values } = parseArgs({ args: [...words], options, strict: true, allowPositionals: false });
    const missing = Object.entries(command.options).find(
      ([name, { isRequired }]) => isRequired && values[name] === undefined,
    );
    if (missing !== undefined) return { problem: `--${missing[0]} is missing.` };
    return { values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, single(value)])) };
  } catch (error) {
    if (error instanceof TypeError && reasonOf(error).startsWith("ERR_PARSE_ARGS"))
      return { problem: `${error.message}.` };
    throw error;
  }
}

const single = (value: string | boolean | (string | boolean)[] | undefined): string | boolean | undefined =>
  Array.isArray(value) ? value.at(-1) : value;
