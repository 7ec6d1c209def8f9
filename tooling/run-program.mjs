import { spawn } from "node:child_process";
import { once } from "node:events";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    for (const child of running) killGroup(child, "SIGTERM");
    process.exit(1);
  });
}

/**
 * Runs a program without stdin, passes its output on and keeps a copy (`text` of stdout, `errors` of stderr). A program that outlives `timeoutMs` is ended with
 * its children and answers exit code 124.
 * @param {string} file @param {string[]} args @param {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number }} options
 */
export async function runProgram(file, args, { cwd, env, timeoutMs }) {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let [text, errors] = ["", ""];
  child.stdout.on("data", (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
    process.stderr.write(chunk);
  });
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    console.log(`Ended after ${timeoutMs / 1000} s without an answer.`);
    killGroup(child, "SIGKILL");
  }, timeoutMs);
  try {
    const [code] = await once(child, "close");
    return { text, errors, exitCode: isTooLate ? 124 : (code ?? 1) };
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
function killGroup(child, signal) {
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, signal);
}
