import type { Command, CommandOption } from "./command.ts";

export function helpOfAll(commands: readonly Command[]): string {
  return [
    `Usage: cuplaj <command> [options]`,
    "",
    "Commands:",
    ...columns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    "",
    `cuplaj <command> --help describes a command.`,
  ].join("\n");
}

export function helpOfCommand({ name, summary, word, options }: Command, takesNew: boolean): string {
  const rows = Object.entries(options).map(([option, about]) => [flag(option, about), describe(about)]);
  return [
    `Usage: cuplaj ${name}${word === undefined ? "" : ` ${word}`} [options]`,
    "",
    `Purpose: ${summary}.`,
    "",
    "Options:",
    ...columns([
      ...rows,
      ...(takesNew ? [["  --new", "create a missing database"]] : []),
      ["  --help", "show this help"],
    ]),
  ].join("\n");
}

function flag(option: string, { value }: CommandOption): string {
  return `  --${option}${value === undefined ? "" : ` ${value}`}`;
}

function describe({ help, isRequired }: CommandOption): string {
  return isRequired === true ? `${help} (required)` : help;
}

export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_cell, column) => widthOf(column)) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
