import { spawn } from "node:child_process";
import path from "node:path";
import { findNode, root } from "./prepare.mjs";

/**
 * Runs a program of the server under our Node and ends as it ends. Signals reach it; should this process be killed, the
 * program notices by its closed channel and leaves in order.
 * @param {string} file @param {string[]} args
 */
export async function runServerProgram(file, args) {
  const child = spawn(findNode(), ["--disable-warning=ExperimentalWarning", path.join(root, file), ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  });
  process.exit(code);
}

/** Shows why it cannot go on, without a stack trace. @param {unknown} error */
export function giveUp(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
