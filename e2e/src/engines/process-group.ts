import { patienceMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

export interface ProcessGroup {
  readonly home: string;
  readonly child: ChildProcess;
  readonly end: () => Promise<void>;
}

/** Starts a program as the leader of a process group, with pipes at file descriptors 1 to 3. */
export function startGroup(
  file: string,
  argsIn: (home: string) => readonly string[],
  settings: Readonly<Record<string, string>> = {},
): ProcessGroup {
  const home = mkdtempSync(join(tmpdir(), "cuplaj-engine-"));
  const child = spawn(file, argsIn(home), {
    detached: true,
    env: { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", HOME: home, TMPDIR: home, ...settings },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const gone = new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", resolve);
  });
  const removeHome = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const breakOff = (): void => {
    killGroup(child);
    removeHome();
  };
  // An aborted run must not leave a browser behind.
  process.once("exit", breakOff);
  child.stdout?.resume();
  const end = async (): Promise<void> => {
    killGroup(child);
    process.off("exit", breakOff);
    await gone;
    removeHome();
  };
  return { home, child, end };
}

export function readAnnounced(group: ProcessGroup, descriptor: 2 | 3, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const fail = (why: string) => () => reject(new Error(`${group.child.spawnfile} ${why}: ${text}`));
    const stream = group.child.stdio[descriptor] as Readable | null;
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    group.child.once("error", fail("did not start"));
    group.child.once("exit", fail("ended"));
    AbortSignal.timeout(patienceMs).addEventListener("abort", fail("announced nothing in time"));
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // The group has already exited.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
