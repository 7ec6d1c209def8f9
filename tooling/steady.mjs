/**
 * `npm run test:steady`: the gate three times, then its unit lane ten times, beside four processes that only burn processor: what falls here
 * falls by the machine's pace. Part of no run. `-- 1 2` runs the gate once and the unit lane twice.
 */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";

import { root } from "./prepare.mjs";

const BURNERS = 4;
const [gates = 3, units = 10] = process.argv.slice(2).map(Number);

const burners = Array.from({ length: BURNERS }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const endBurners = () => burners.forEach((burner) => burner.kill("SIGKILL"));
process.once("exit", endBurners);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const rows = [
  ...Array.from({ length: gates }, (_, at) => runTests(`gate ${at + 1}`, [])),
  ...Array.from({ length: units }, (_, at) => runTests(`unit ${at + 1}`, ["unit"])),
];
console.log(`\n=== beside ${BURNERS} processes that burn processor`);
for (const { name, last, figures } of rows) console.log(`${name.padEnd(8)} ${figures.padEnd(36)} ${last}`);
process.exit(rows.every(({ isGreen }) => isGreen) ? 0 : 1);

/** @param {string} name @param {string[]} words */
function runTests(name, words) {
  const ran = spawnSync(process.execPath, [path.join(root, "tooling/test.mjs"), ...words], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = ran.stdout.trimEnd().split("\n");
  if (ran.status !== 0) console.log(ran.stdout);
  const figures =
    lines
      .find((line) => line.includes("all of it"))
      ?.trim()
      .split("  all")[0] ?? "";
  console.log(`${name}: ${lines.at(-1)}`);
  return { name, figures, last: lines.at(-1) ?? "", isGreen: ran.status === 0 };
}
