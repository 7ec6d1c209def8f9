import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const CLOSING_MS = 10_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    for (const child of running) killGroup(child, "SIGTERM");
    process.exit(1);
  });
}

/** A shell script that runs a program, and writes the processor time of the program and its ended children to descriptor 3. */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/**
 * Runs a program without stdin, in its own process group. Passes its output through and returns a copy (`text` is stdout, `errors` stderr).
 * `usedSeconds` is processor time, including children. After `timeoutMs` the program is killed and the exit code is 124. @param {string} file @param
 * {string[]} args @param {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number }} options
 */
export async function runProgram(file, args, { cwd, env, timeoutMs }) {
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const child = spawn("sh", ["-c", TIMED, "sh", file, ...args], { cwd, env, detached: true, stdio });
  running.add(child);
  let [text, errors, times] = ["", "", ""];
  child.stdout?.on("data", (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
    process.stderr.write(chunk);
  });
  child.stdio[3]?.on("data", (chunk) => (times += chunk));
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    console.log(`Killed after ${timeoutMs / 1000} s.`);
    killGroup(child, "SIGKILL");
  }, timeoutMs);
  const closed = once(child, "close");
  try {
    const [code] = await once(child, "exit");
    // Processes left behind may hold the output open forever. `closeScratch` finds them at the end of the lane.
    await Promise.race([closed, sleep(CLOSING_MS, undefined, { ref: false })]);
    return { text, errors, exitCode: isTooLate ? 124 : (code ?? 1), usedSeconds: secondsIn(times) };
  } finally {
    clearTimeout(timer);
    running.delete(child);
    // Open streams would keep this process from ending.
    for (const stream of child.stdio) stream?.destroy();
  }
}

/** Adds up the times that a shell's `times` prints, such as `0m1.23s`. @param {string} times */
export function secondsIn(times) {
  const found = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function killGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group has already ended.
  }
}
