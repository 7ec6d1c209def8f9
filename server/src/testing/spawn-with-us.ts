import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";

/** `setpriv` makes Linux kill a program when its parent dies. */
const hasSetpriv = spawnSync("setpriv", ["--version"]).status === 0;

/** Starts a program that dies with this process. It inherits no streams, since Vitest waits until all streams of its workers are closed. */
export function spawnWithUs(program: string, args: readonly string[]): ChildProcess & { readonly stdout: Readable } {
  const words = [program, ...args];
  const [command = program, ...rest] = hasSetpriv ? ["setpriv", "--pdeathsig", "KILL", ...words] : words;
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"] });
  child.stderr.pipe(process.stderr);
  return child;
}
