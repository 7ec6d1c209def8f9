import { execFileSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { sleep } from "../clock.ts";

/** A disk whose power can be cut: an XFS image on a loop device. */
export interface LoopDisk {
  readonly folder: string;
  /** Cuts the power: unsynced data is lost, and every access fails with EIO. */
  cutPower(): void;
  /** Mounts the disk with what had reached it. Nobody may be using the disk before that. */
  mountAgain(): Promise<void>;
  dispose(): Promise<void>;
}

/** The size of the sparse image: XFS needs 300 MB, and PostgreSQL about 100. */
const imageBytes = 1024 ** 3;
const namePrefix = "cuplaj-disk-";
const programs = ["mkfs.xfs", "xfs_io", "mount", "umount"];
/** How often and at what interval unmounting is tried, since a killed process may hold its files open for a moment. */
const unmountTries = 100;
const unmountEveryMs = 50;

/** The reason, in one sentence, why this machine cannot cut a disk's power; null if it can. Tries a mount, then cleans up. */
export async function whyNoLoopDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "mounting a disk image needs root";
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) return `${missing.join(", ")} missing (Debian: apt-get install xfsprogs)`;
  try {
    const disk = makeLoopDisk();
    await disk.dispose();
    return null;
  } catch (error) {
    return `this machine mounts no disk images: ${firstLine(error)}`;
  }
}

export function makeLoopDisk(): LoopDisk {
  removeForgotten();
  const home = mkdtempSync(join(tmpdir(), `${namePrefix}${process.pid}-`));
  chmodSync(home, 0o711);
  const image = join(home, "image");
  const folder = join(home, "disk");
  const mount = (): void => {
    run("mount", "-t", "xfs", "-o", "loop", image, folder);
  };
  let isMounted = false;
  try {
    mkdirSync(folder);
    writeFileSync(image, "");
    truncateSync(image, imageBytes);
    run("mkfs.xfs", "-q", image);
    mount();
    isMounted = true;
    chmodSync(folder, 0o711);
  } catch (error) {
    if (isMounted) run("umount", folder);
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  const unmount = async (): Promise<void> => {
    for (let left = unmountTries; isMounted; left -= 1) {
      try {
        run("umount", folder);
        isMounted = false;
      } catch (error) {
        if (left === 0) throw error;
        await sleep(unmountEveryMs);
      }
    }
  };
  // Cleans up if the run is interrupted. Unmounts lazily, since the disk may be in use.
  const leave = (): void => {
    if (isMounted) run("umount", "--lazy", folder);
    rmSync(home, { recursive: true, force: true });
  };
  process.once("exit", leave);
  return {
    folder,
    cutPower: () => void run("xfs_io", "-x", "-c", "shutdown", folder),
    async mountAgain() {
      await unmount();
      mount();
      isMounted = true;
    },
    async dispose() {
      process.off("exit", leave);
      await unmount().catch(() => undefined);
      leave();
    },
  };
}

/** Removes the disks of runs that were killed, which nothing else would unmount. */
function removeForgotten(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(namePrefix))) {
    const pid = Number(name.slice(namePrefix.length).split("-")[0]);
    if (existsSync(`/proc/${pid}`)) continue;
    const home = join(tmpdir(), name);
    try {
      run("umount", "--lazy", join(home, "disk"));
    } catch {
      // The disk is already unmounted.
    }
    rmSync(home, { recursive: true, force: true });
  }
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: programEnvironment(),
  });
}

/** The environment for file-system tools, which are not on an ordinary PATH. */
function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: searchPath(), LC_ALL: "C" };
}

const searchPath = (): string => [process.env["PATH"] ?? "", "/usr/sbin", "/sbin", "/usr/bin", "/bin"].join(delimiter);

function isInstalled(program: string): boolean {
  return searchPath()
    .split(delimiter)
    .some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function firstLine(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return said.trim().split("\n")[0] ?? "";
}
