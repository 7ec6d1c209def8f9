import { parseEnv } from "node:util";
import { StartupProblem } from "../kernel/startup-problem.ts";

/** New values by name; null removes a setting. */
export type SettingChanges = Readonly<Record<string, string | null>>;

/** Returns the changes that have not yet been made in an environment file. */
export function missingIn(text: string, changes: SettingChanges): readonly (readonly [string, string | null])[] {
  const present = parseEnv(text);
  return Object.entries(changes).filter(([name, value]) => (present[name] ?? null) !== value);
}

/** Changes an environment file in place and keeps all its other lines. */
export function changeEnv(text: string, changes: SettingChanges): string {
  let lines = text.trimEnd() === "" ? [] : text.trimEnd().split("\n");
  for (const [name, value] of missingIn(text, changes)) {
    const isOther = (line: string): boolean => !new RegExp(`^\\s*${name}\\s*=`, "u").test(line);
    const at = lines.findIndex((line) => !isOther(line));
    lines = lines.filter(isOther);
    if (value !== null) lines.splice(at === -1 ? lines.length : at, 0, `${name}=${quoted(name, value)}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Quotes a value so that systemd and a shell both read it correctly. */
function quoted(name: string, value: string): string {
  if (/^[\w.:/@%+,=-]*$/u.test(value)) return value;
  if (/^[^'\p{Cc}]*$/u.test(value)) return `'${value}'`;
  throw new StartupProblem(`${name} has a quote or a control character, which /etc/cuplaj.env cannot hold.`);
}
