import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { thisTree } from "../subjects/cuplaj.ts";

export interface Checkout {
  readonly tree: string;
  readonly commit: string;
  remove(): void;
}

/** Checks out a commit into a temporary folder, which is removed when the process exits, or earlier. */
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
  // Installs the checked-out tree's packages, since library upgrades are part of the difference, without this tree's npm settings.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/iu.test(name)));
  execFileSync("npm", ["ci", "--omit=dev"], { cwd: tree, env, stdio: ["ignore", "ignore", "inherit"] });
  return { tree, commit, remove };
}
