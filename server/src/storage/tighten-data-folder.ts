import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";

/** What a server keeps in `DATA_DIR`; a folder that holds anything else is used for more than that. */
const ownNames =
  /^(?:lock(?:-journal)?|postgres\.secret|(?:postgres|postgres-password|postgres-superuser-password|demo-passwords)(?:\.new)?)$/u;
const secretNames = /-passwords?(?:\.new)?$/u;

/**
 * A `DATA_DIR` that was made by hand or copied may be open to others, and so may the secrets in it: what is ours is closed, of the rest
 * one line of the log tells. Bits are only taken away.
 */
export function tightenDataFolder(dataDir: string, log: Pick<Log, "warn">): void {
  const names = readdirSync(dataDir);
  const warn = (path: string, reason: string): void =>
    log.warn({ path, reason }, "others may get at this part of DATA_DIR: take their rights away");
  for (const name of names.filter((each) => secretNames.test(each) && ownNames.test(each))) {
    tighten(join(dataDir, name), 0o600, warn);
  }
  if (names.includes("postgres")) tighten(join(dataDir, "postgres"), 0o700, warn);
  const isRoot = process.getuid?.() === 0;
  // Root's PostgreSQL runs as another account, which must get through.
  if (names.every((name) => ownNames.test(name))) tighten(dataDir, isRoot ? 0o711 : 0o700, warn);
  else if ((statSync(dataDir).mode & 0o022) !== 0) warn(dataDir, "it holds other things too, so it stays as it is");
}

function tighten(path: string, allowed: number, warn: (path: string, reason: string) => void): void {
  const { mode } = statSync(path);
  // The sticky bit marks a folder for everybody, such as /tmp; Windows has no such rights.
  const isEverybodys = (mode & 0o1000) !== 0;
  if (process.platform === "win32" || (mode & 0o777 & ~allowed) === 0) return;
  if (isEverybodys) {
    warn(path, "it is everybody's");
    return;
  }
  try {
    chmodSync(path, mode & allowed);
  } catch (error) {
    warn(path, reasonOf(error));
  }
}
