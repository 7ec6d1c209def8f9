import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

/** The machine to set up. With a `root` other than `/`, only files below that folder change: no accounts are created and no programs run. */
export interface Machine {
  readonly isRunning: boolean;
  inside(path: string): string;
  /** Null if the file is missing. */
  read(path: string): string | null;
  /** Null if the path is missing or not a link. */
  linkAt(path: string): string | null;
  exists(path: string): boolean;
  /** Whether only the file's owner can read it; in `/`, the owner must be root. */
  isSecret(path: string): boolean;
  changedAtMs(path: string): number;
  /** User id of the owner; null if the path is missing. */
  ownerOf(path: string): number | null;
  write(path: string, text: string, mode: number): void;
  remove(path: string): void;
  link(path: string, target: string): void;
  makeFolder(path: string): void;
  /** Returns the program's output; throws a `StartupProblem` with its error message if it fails. */
  run(program: string, ...words: readonly string[]): string;
  succeeds(program: string, ...words: readonly string[]): boolean;
}

/** A change of the machine that setup announces, in one or more lines, before making it. */
export interface Step {
  readonly says: readonly string[];
  readonly run: () => void;
}

export function machineAt(root: string): Machine {
  const inside = (path: string): string => join(root, path);
  /** Replaces a file or link atomically, so that nobody sees it missing or half written. */
  const replace = (path: string, make: (unfinished: string) => void): void => {
    const unfinished = `${inside(path)}.unfinished`;
    writing(path, () => {
      mkdirSync(dirname(unfinished), { recursive: true });
      rmSync(unfinished, { force: true });
      try {
        make(unfinished);
        renameSync(unfinished, inside(path));
      } finally {
        rmSync(unfinished, { force: true });
      }
    });
  };
  const spawn = (program: string, words: readonly string[]) => spawnSync(program, words, { encoding: "utf8" });
  return {
    isRunning: root === "/",
    inside,
    read: (path) => (existsSync(inside(path)) ? readFileSync(inside(path), "utf8") : null),
    linkAt: (path) =>
      lstatSync(inside(path), { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(inside(path)) : null,
    exists: (path) => lstatSync(inside(path), { throwIfNoEntry: false }) !== undefined,
    isSecret(path) {
      const { uid, mode } = statSync(inside(path));
      return (mode & 0o077) === 0 && (root !== "/" || uid === 0);
    },
    changedAtMs: (path) => lstatSync(inside(path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ownerOf: (path) => statSync(inside(path), { throwIfNoEntry: false })?.uid ?? null,
    write: (path, text, mode) => replace(path, (file) => writeFileSync(file, text, { mode, flush: true })),
    remove: (path) => rmSync(inside(path)),
    link: (path, target) => replace(path, (file) => symlinkSync(target, file)),
    makeFolder: (path) =>
      writing(path, () => {
        mkdirSync(dirname(inside(path)), { recursive: true });
        mkdirSync(inside(path), { mode: 0o700 });
      }),
    run(program, ...words) {
      const { status, stdout, stderr, error } = spawn(program, words);
      if (status === 0) return stdout;
      const said = (error?.message ?? stderr).trim() || `exit code ${status}`;
      throw new StartupProblem(`${[program, ...words].join(" ")} failed: ${said}. Run setup again after a fix.`);
    },
    succeeds: (program, ...words) => spawn(program, words).status === 0,
  };
}

function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new StartupProblem(`${path} cannot be written (${reasonOf(error)}): run setup again after a fix.`);
  }
}
