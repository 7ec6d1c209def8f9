import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartupProblem } from "../kernel/startup-problem.ts";

type Program = "pg_dump" | "pg_restore";

const debianFolder = "/usr/lib/postgresql";
const majorsTried = 20;

/** Prefers the same major version, otherwise the nearest newer one; null if none is installed. */
export async function findProgram(program: Program, major: number): Promise<string | null> {
  const majors = Array.from({ length: majorsTried }, (_each, index) => String(major + index));
  const folders = [...majors.map((each) => join(debianFolder, each, "bin")), "/usr/local/bin", "/usr/bin"];
  for (const file of folders.map((folder) => join(folder, program)).filter((each) => existsSync(each))) {
    const found = await majorOf(file);
    if (found !== null && found >= major) return file;
  }
  return null;
}

async function majorOf(file: string): Promise<number | null> {
  const said = await promisify(execFile)(file, ["--version"]).catch(() => null);
  const found = /\(PostgreSQL\) (\d+)/u.exec(said?.stdout ?? "")?.[1];
  return found === undefined ? null : Number(found);
}

/** Runs a program on the database of a `DATABASE_URL`, with the password hidden from process lists. Throws a StartupProblem with its error. */
export async function runProgram(
  file: string,
  { url, words, stop }: { readonly url: string; readonly words: readonly string[]; readonly stop?: AbortSignal },
): Promise<void> {
  const { shown, password } = splitUrl(url);
  const env = { PATH: "/usr/bin:/bin", ...(password !== "" && { PGPASSWORD: password }) };
  try {
    await promisify(execFile)(file, [...words, `--dbname=${shown}`], { env, ...(stop && { signal: stop }) });
  } catch (error) {
    stop?.throwIfAborted();
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    throw new StartupProblem(`${file} failed: ${said.trim().split("\n")[0]}`);
  }
}

export function programMissing(program: Program, major: number, url: string): StartupProblem {
  const words = program === "pg_dump" ? "--format=custom --no-owner --file=cuplaj.dump" : "--no-owner cuplaj.dump";
  return new StartupProblem(
    `The database is PostgreSQL ${major} and there is no ${program} ${major} or newer on this machine: install postgresql-client-${major}, or run "${program} ${words} --dbname=${splitUrl(url).shown}" where it is.`,
  );
}

function splitUrl(url: string): { readonly shown: string; readonly password: string } {
  const changed = new URL(url);
  const password = decodeURIComponent(changed.password);
  changed.password = "";
  return { shown: changed.href, password };
}
