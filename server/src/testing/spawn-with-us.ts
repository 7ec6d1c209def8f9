import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";

/** Tells Linux to kill a program with the one that started it. */
const hasSetpriv = spawnSync("setpriv", ["--version"]).status === 0;

/**
 * Starts a program of a test's own, which is killed with this process where a test that was cut off did not end it. It has no
 * stream of this process: Vitest waits until nobody has those of its workers any more.
 */
export function spawnWithUs(program: string, args: readonly string[]): ChildProcess & { readonly stdout: Readable } {
  const words = [program, ...args];
  const [command = program, ...rest] = hasSetpriv ? ["setpriv", "--pdeathsig", "KILL", ...words] : words;
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.pipe(process.stderr);
  return child;
}
