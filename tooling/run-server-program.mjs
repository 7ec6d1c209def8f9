import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { findNode, root } from "./prepare.mjs";

const parentWatchMs = 250;

/**
 * Options that Node takes at its start alone (the files of `deploy/` repeat it): the young generation would otherwise grow to
 * 134 MB and the old one to some 300 before its first collection, nearly all garbage (PERF-21).
 * @type {string[]}
 */
const nodeOptions = JSON.parse(readFileSync(path.join(root, "server/node-options.json"), "utf8"));

/**
 * Runs a program of the server under our Node and ends as it ends. Signals reach it; should this process be killed, the
 * program notices by its closed channel and leaves in order.
 * @param {string} file @param {string[]} args
 */
export async function runServerProgram(file, args) {
  const words = [...nodeOptions, "--disable-warning=ExperimentalWarning", path.join(root, file), ...args];
  const child = spawn(findNode(), words, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Compiled code is kept between runs, which halves the work of a start.
    env: { NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"), ...process.env },
  });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) process.on(signal, () => child.kill(signal));
  // A terminal that ends would leave the server behind unseen; else it is somebody who renewed the certificate (RUN-5d).
  process.on("SIGHUP", () => child.kill(process.stdin.isTTY ? "SIGTERM" : "SIGHUP"));
  stopWithNpm(() => child.kill("SIGTERM"));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  process.exit(code);
}

/** When npm itself is killed nothing is forwarded, and the server would go on unseen. @param {() => void} stop */
function stopWithNpm(stop) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, parentWatchMs);
}

/** Shows why it cannot go on, without a stack trace. @param {unknown} error */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
