import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import process from "node:process";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { Kind } from "./settings.ts";

/** A program and its arguments as separate words, which no shell interprets. */
export const fileCheckCommand: Kind<readonly string[] | null> = {
  allowed: "a program and its arguments, one of them {file}, such as clamdscan --no-summary --fdpass {file}",
  fallback: null,
  parse(given) {
    const words = given.trim().split(/\s+/u);
    return words.length > 1 && words.slice(1).some((word) => word.includes("{file}")) ? words : undefined;
  },
};

/** MSG-3fa: prevents startup without a runnable checker (RUN-6), since the server would refuse every file. */
export function requireFileChecker(command: readonly string[] | null, searchPath = process.env["PATH"] ?? ""): void {
  const [program] = command ?? [];
  if (program === undefined) return;
  // Finds programs as the system does: a name with a slash is a path.
  const folders = /[/\\]/u.test(program) ? ["."] : searchPath.split(delimiter);
  const endings = process.platform === "win32" ? ["", ".exe"] : [""];
  const paths = folders.flatMap((folder) => endings.map((ending) => resolve(folder, program + ending)));
  if (paths.some(isProgram)) return;
  throw new StartupProblem(
    `FILE_CHECK_COMMAND names the program ${program}, which does not exist or cannot be executed: allowed is one that this account can execute.`,
  );
}

/** Environment variables passed to file checkers; none of them is secret. */
const checkerNames = ["PATH", "HOME", "LANG", "TMPDIR"];

export const checkerEnvironment = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    checkerNames.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
