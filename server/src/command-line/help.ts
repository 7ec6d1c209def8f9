import type { Command, CommandOption } from "./command.ts";

const start = "npm run cuplaj --";

/** The list of commands. */
export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    `Usage: ${start} <command> [options]`,
    "",
    "Commands:",
    ...columns(rows),
    "",
    `${start} <command> --help tells more.`,
  ].join("\n");
}

/** One command with its options. */
export function helpOfCommand({ name, summary, options }: Command): string {
  const rows = Object.entries(options).map(([option, about]) => [flag(option, about), describe(about)] as const);
  const shown = [...rows, ["--help", "show this"] as const];
  return [
    `Usage: ${start} ${name}${rows.length === 0 ? "" : " [options]"}`,
    "",
    `Purpose: ${summary}.`,
    "",
    "Options:",
    ...columns(shown),
  ].join("\n");
}

function flag(option: string, { value }: CommandOption): string {
  return value === undefined ? `--${option}` : `--${option} ${value}`;
}

function describe({ help, isRequired }: CommandOption): string {
  return isRequired === true ? `${help} (required)` : help;
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
