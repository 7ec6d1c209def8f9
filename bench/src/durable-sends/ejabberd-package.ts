import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The release that PERF-6 compares with, as packaged in Debian 12. */
export const EJABBERD_VERSION = "23.01";

export interface EjabberdPackage {
  readonly erlang: string;
  readonly programs: string;
  readonly libraries: readonly string[];
  readonly tables: string;
}

const ownFolder = fileURLToPath(new URL("../../peers/.cache/ejabberd", import.meta.url));

/** Finds ejabberd, and fetches it on first use. If that fails, returns the reason. */
export function ejabberdPackage(): EjabberdPackage | { readonly missing: string } {
  const found = findPackage();
  if (found !== null) return found;
  console.log(`Fetching ejabberd ${EJABBERD_VERSION} (bench/peers/.cache) ...`);
  try {
    unpackPackages();
  } catch (error) {
    return { missing: `ejabberd ${EJABBERD_VERSION} cannot be fetched: ${reasonOf(error)}` };
  }
  return findPackage() ?? { missing: `the packages of ejabberd ${EJABBERD_VERSION} lack parts of it` };
}

function findPackage(): EjabberdPackage | null {
  const roots = [ownFolder, "/"].filter((root) => existsSync(root));
  const first = (path: string): string | undefined =>
    roots.map((root) => join(root, path)).find((file) => existsSync(file));
  const libraries = roots.flatMap((root) => erlangFolders(root));
  const has = (start: string): boolean =>
    libraries.some((folder) => readdirSync(folder).some((name) => name.startsWith(start)));
  const [erlang, tables] = [first("usr/lib/erlang"), first("usr/share/ejabberd/sql/pg.sql")];
  const isComplete = has(`ejabberd-${EJABBERD_VERSION}`) && has("p1_pgsql-");
  if (erlang === undefined || tables === undefined || !isComplete) return null;
  const runtime = readdirSync(erlang).find((name) => name.startsWith("erts-"));
  return runtime === undefined ? null : { erlang, programs: join(erlang, runtime, "bin"), libraries, tables };
}

/** Finds the folders with Erlang's libraries: Debian puts ejabberd next to the C libraries, but its dependencies next to Erlang's. */
function erlangFolders(root: string): string[] {
  const folder = join(root, "usr/lib");
  const multiarch = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith("-linux-gnu")) : [];
  return [...multiarch, "erlang/lib"].map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** Unpacks the packages and their dependencies into a private folder, without installing them, so that no service starts. */
function unpackPackages(): void {
  const unfinished = `${ownFolder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    fetchInto(join(unfinished, "root"), join(unfinished, "archives"), join(unfinished, "lists"));
    rmSync(ownFolder, { recursive: true, force: true });
    renameSync(join(unfinished, "root"), ownFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Runs `apt-get` on private folders, without privileges and without touching the system's state. */
function fetchInto(root: string, archives: string, lists: string): void {
  for (const folder of [join(lists, "partial"), join(archives, "partial"), root]) {
    mkdirSync(folder, { recursive: true });
  }
  const settings = {
    "Dir::State::lists": lists,
    "Dir::Cache": archives,
    "Dir::Cache::archives": archives,
    "APT::Sandbox::User": "root",
    "Acquire::http::Timeout": "20",
    "Debug::NoLocking": "1",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  run("apt-get", "update", "-q", ...options);
  const packages = [`ejabberd=${EJABBERD_VERSION}*`, "erlang-p1-pgsql"];
  run("apt-get", "install", "-q", "-y", "--download-only", "--no-install-recommends", ...options, ...packages);
  const files = readdirSync(archives).filter((name) => name.endsWith(".deb"));
  for (const file of files) run("dpkg-deb", "--extract", join(archives, file), root);
}

function run(program: string, ...words: readonly string[]): void {
  execFileSync(program, words, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", timeout: 300_000 });
}

/** The last line of a program's stderr, or else the error itself. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "stderr" in error && typeof error.stderr === "string") {
    const complaint = error.stderr.trim().split("\n").at(-1);
    if (complaint !== undefined && complaint !== "") return complaint;
  }
  return String(error);
}
