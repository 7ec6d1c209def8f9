/**
 * `npm run test:steady`: runs the gate three times and the unit lane ten times (`-- 3 10`) next to four busy processes, to find tests that fail on a
 * slow machine.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

import { root } from "./prepare.mjs";

const BURNERS = 4;
const [gates = 3, units = 10] = process.argv.slice(2).map(Number);

const burners = Array.from({ length: BURNERS }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const endBurners = () => burners.forEach((burner) => burner.kill("SIGKILL"));
process.once("exit", endBurners);
/** @type {import("node:child_process").ChildProcess | null} */
let running = null;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(1);
  });
}

const rows = [];
for (let at = 1; at <= gates; at += 1) rows.push(await runTests(`gate ${at}`, []));
for (let at = 1; at <= units; at += 1) rows.push(await runTests(`unit ${at}`, ["unit"]));
console.log(`\n=== beside ${BURNERS} processes that burn processor`);
for (const { name, last, figures } of rows) console.log(`${name.padEnd(8)} ${figures.padEnd(36)} ${last}`);
const isBurning = burners.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
if (!isBurning) console.log("A process that burns processor has ended: this proves nothing.");
process.exit(isBurning && rows.every(({ isGreen }) => isGreen) ? 0 : 1);

/** @param {string} name @param {string[]} words */
async function runTests(name, words) {
  const child = spawn(process.execPath, [path.join(root, "tooling/test.mjs"), ...words], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  const [status] = await once(child, "close");
  const lines = text.trimEnd().split("\n");
  if (status !== 0) console.log(text);
  const all = lines.find((line) => line.includes("all of it")) ?? "";
  console.log(`${name}: ${lines.at(-1)}`);
  return { name, figures: all.trim().split("  all")[0] ?? "", last: lines.at(-1) ?? "", isGreen: status === 0 };
}
