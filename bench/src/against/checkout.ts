import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thisTree } from "../subjects/cuplaj.ts";

/** The server of another commit, with its own packages. */
export interface Checkout {
  readonly tree: string;
  /** Its short name. */
  readonly commit: string;
  remove(): void;
}

/** Makes the tree of a commit in a temporary folder; it goes with this process at the latest. */
export function checkOut(revision: string): Checkout {
  const git = (...words: string[]): Buffer =>
    execFileSync("git", words, { cwd: thisTree, maxBuffer: 1024 ** 3, stdio: ["ignore", "pipe", "inherit"] });
  const commit = git("rev-parse", "--short", `${revision}^{commit}`).toString().trim();
  const tree = mkdtempSync(join(tmpdir(), `cuplaj-${commit}-`));
  const remove = (): void => {
    process.off("exit", remove);
    rmSync(tree, { recursive: true, force: true });
  };
  process.on("exit", remove);
  execFileSync("tar", ["-x", "-C", tree], { input: git("archive", "--format=tar", commit) });
  // Its own packages: another release of a library is part of the difference.
  // What this tree says to npm reaches its programs by the environment; the other tree has settings of its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/iu.test(name)));
  execFileSync("npm", ["ci", "--omit=dev"], { cwd: tree, env, stdio: ["ignore", "ignore", "inherit"] });
  return { tree, commit, remove };
}
