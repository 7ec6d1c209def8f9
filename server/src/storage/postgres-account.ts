import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartupProblem } from "../kernel/startup-problem.ts";

export interface PostgresAccount {
  /** Owner for files that PostgreSQL must read; null if it runs under our account. */
  readonly owner: AccountIds | null;
  /** Returns the spawn arguments that run a program under the account. */
  command(
    program: string,
    args: readonly string[],
  ): { readonly file: string; readonly args: readonly string[]; readonly ids: Partial<AccountIds> };
}

type AccountIds = Readonly<Record<"uid" | "gid", number>>;

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: the owner of the data, or otherwise an unprivileged account. `paths` must be
 * reachable for it.
 */
export function choosePostgresAccount(dataFolder: string, paths: readonly string[]): PostgresAccount {
  if (process.getuid?.() !== 0) {
    return { owner: null, command: (file, args) => ({ file, args, ids: {} }) };
  }
  const owner = ownerOf(dataFolder) ?? unprivilegedAccount();
  if (paths.every((path) => canReach(owner, path))) {
    return { owner, command: (file, args) => ({ file, args, ids: owner }) };
  }
  // The repository or the data may be where only root can read, such as in /root: the account gets only the capability to pass through.
  const right = searchRight();
  return {
    owner,
    command: (program, args) => ({
      file: "setpriv",
      args: [
        `--reuid=${owner.uid}`,
        `--regid=${owner.gid}`,
        "--clear-groups",
        // PostgreSQL also checks access to files itself; without this bit, that check ignores the capability.
        "--securebits=+no_setuid_fixup",
        `--inh-caps=+${right}`,
        `--ambient-caps=+${right}`,
        "--",
        program,
        ...args,
      ],
      ids: {},
    }),
  };
}

function ownerOf(folder: string): AccountIds | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined || stats.uid === 0 ? null : { uid: stats.uid, gid: stats.gid };
}

function unprivilegedAccount(): AccountIds {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const account = accounts.find(([name]) => name === "postgres") ?? accounts.find(([name]) => name === "nobody");
  const [uid, gid] = [Number(account?.[2]), Number(account?.[3])];
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new StartupProblem(
      "PostgreSQL cannot run as root, and there is no account postgres or nobody to run it: start Cuplaj as an ordinary user or set DATABASE_URL.",
    );
  }
  return { uid, gid };
}

/** Whether the account can reach a path; missing folders will be created for it later. */
function canReach(ids: AccountIds, path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  const isReachable = stats === undefined || mayEnter(ids, stats);
  const parent = dirname(path);
  return isReachable && (parent === path || canReach(ids, parent));
}

function mayEnter(ids: AccountIds, stats: Stats): boolean {
  if (stats.uid === ids.uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === ids.gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}

/** Returns the Linux capability to read past folder permissions if root has it, or otherwise (in most containers) the broader one. */
function searchRight(): "dac_read_search" | "dac_override" {
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/mu.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0";
  const dacReadSearchBit = 2n;
  return ((BigInt(`0x${permitted}`) >> dacReadSearchBit) & 1n) === 1n ? "dac_read_search" : "dac_override";
}
