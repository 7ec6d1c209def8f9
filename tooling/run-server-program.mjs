import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { findNode, root } from "./prepare.mjs";

const parentWatchMs = 250;

/**
 * Options that Node accepts only on its command line (repeated in `deploy/`). Without them, the young generation grows to 134 MB and the old one to
 * about 300 MB before the first collection, although nearly all of that is garbage (PERF-21). @type {string[]}
 */
const nodeOptions = JSON.parse(readFileSync(path.join(root, "server/node-options.json"), "utf8"));

/**
 * Runs a server program, and exits with its exit code. Signals are passed on to it, and it ends when this process does. @param {string} file @param
 * {string[]} args
 */
export async function runServerProgram(file, args) {
  const words = [...nodeOptions, "--disable-warning=ExperimentalWarning", path.join(root, file), ...args];
  const child = spawn(findNode(), words, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Caches compiled code between runs, which halves the cost of starting.
    env: { NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"), ...process.env },
  });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) process.on(signal, () => child.kill(signal));
  // With a terminal, SIGHUP means that the terminal was closed, so the server ends. Without one, it means that a certificate was renewed (RUN-5d).
  process.on("SIGHUP", () => child.kill(process.stdin.isTTY ? "SIGTERM" : "SIGHUP"));
  stopWithNpm(() => child.kill("SIGTERM"));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  process.exit(code);
}

/** Stops the server if npm is killed: npm forwards nothing, so the server would go on running unnoticed. @param {() => void} stop */
function stopWithNpm(stop) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentWatchMs);
}

/** Prints an error without its stack trace and exits. @param {unknown} error */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
