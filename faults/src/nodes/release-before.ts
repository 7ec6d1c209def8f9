import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkPackages, workspaces } from "../mutants/plant-mutant.ts";
import { repository } from "../product/product.ts";

export interface ReleaseBefore {
  readonly name: string;
  readonly tree: string;
  remove(): void;
}

const git = (...words: string[]): Buffer =>
  execFileSync("git", words, { cwd: repository, maxBuffer: 1024 ** 3, stdio: ["ignore", "pipe", "pipe"] });

const tried = (...words: string[]): string => {
  try {
    return git(...words)
      .toString()
      .trim();
  } catch {
    return "";
  }
};

/** Returns the named commit, or the newest release, or the commit before the server's last change; null without a git history. */
export function findReleaseBefore(named: string | null): string | null {
  if (named !== null) return tried("rev-parse", "--short", `${named}^{commit}`) || null;
  const release = tried("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  const changed = tried("log", "-1", "--format=%h", "--", "server/src", "protocol/src");
  return release || tried("rev-parse", "--short", `${changed}^`) || null;
}

/** Unpacks a commit's server and links this tree's packages to it. The caller removes the copy. */
export function unpackRelease(name: string): ReleaseBefore {
  const tree = mkdtempSync(join(tmpdir(), "cuplaj-before-"));
  const remove = (): void => rmSync(tree, { recursive: true, force: true });
  try {
    execFileSync("tar", ["-x", "-C", tree], { input: git("archive", "--format=tar", name, "--", ...workspaces) });
    linkPackages(tree);
    return { name, tree, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
