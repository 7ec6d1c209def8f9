/**
 * `npm run check`: checks everything that needs no running product, or runs only the steps whose names contain one of the given words. The steps run
 * in two lanes, one per core, and all of them run even if one fails.
 */
import { spawn } from "node:child_process";
import path from "node:path";

import { checkDocLinks, checkNamedFolders } from "./check-doc-links.mjs";
import { checkGlossary } from "./check-glossary.mjs";
import { checkLock } from "./check-lock.mjs";
import { checkNames } from "./check-names.mjs";
import { checkProse } from "./check-prose.mjs";
import { checkReusedIds } from "./check-reused-ids.mjs";
import { checkRuleIds } from "./check-rule-ids.mjs";
import { checkTestClocks } from "./check-test-clocks.mjs";
import { checkTestFiles } from "./test-files.mjs";
import { checkWords } from "./check-words.mjs";
import { describeFileSizes } from "./file-sizes.mjs";
import { checkSettingsPage } from "./settings-page.mjs";
import { describeTally } from "./tally.mjs";

/** @typedef {{ isOk: boolean, text: string }} Outcome */
/** @typedef {{ name: string, run: () => Outcome | Promise<Outcome> }} Step */

const ROOT = path.resolve(import.meta.dirname, "..");
const BIN = path.join(ROOT, "node_modules/.bin");

/**
 * Runs a program of the tool chain. Go programs get one thread: a second type checker would resolve the same schema types again, which costs a third
 * more and finishes no sooner. @param {string} name @param {string} program @param {string[]} args @returns {Step}
 */
const program = (name, program, ...args) => ({
  name,
  run: () =>
    new Promise((resolve) => {
      const child = spawn(path.join(BIN, program), args, { cwd: ROOT, env: { ...process.env, GOMAXPROCS: "1" } });
      let text = "";
      child.stdout.on("data", (chunk) => (text += chunk));
      child.stderr.on("data", (chunk) => (text += chunk));
      child.on("error", (error) => resolve({ isOk: false, text: `${program} does not start: ${error.message}` }));
      child.on("close", (code) => resolve({ isOk: code === 0, text }));
    }),
});

/** Runs one of our own checks. @param {string} name @param {(root: string) => string[]} find @returns {Step} */
const own = (name, find) => ({
  name,
  run: () => {
    const problems = find(ROOT);
    return { isOk: problems.length === 0, text: problems.join("\n") };
  },
});

/** @type {Step[][]} */
const LANES = [
  [program("types", "node", "tooling/check-types.mjs"), program("dead code", "knip", "--no-progress")],
  [
    own("names", checkNames),
    own("rule ids", checkRuleIds),
    own("reused ids", checkReusedIds),
    own("doc links", checkDocLinks),
    own("folders", checkNamedFolders),
    own("settings page", checkSettingsPage),
    own("lock file", checkLock),
    own("test files", checkTestFiles),
    own("test clocks", checkTestClocks),
    own("words", checkWords),
    own("prose", (root) => checkProse(root)),
    own("glossary", checkGlossary),
    program("format", "oxfmt", "--check", "."),
    program("layer rules", "node", "tooling/check-layers.mjs"),
    program("lint", "oxlint", "--deny-warnings"),
  ],
];

async function check() {
  const start = performance.now();
  const words = process.argv.slice(2);
  const isWanted = (/** @type {Step} */ { name }) => words.length === 0 || words.some((word) => name.includes(word));
  const results = await Promise.all(LANES.map((steps) => runLane(steps.filter(isWanted))));
  const failed = results.flat().filter((isOk) => !isOk).length;
  const passed = results.flat().length - failed;
  console.log(`${describeFileSizes(ROOT)}; checked in ${seconds(performance.now() - start)}`);
  console.log(describeTally({ passed, failed }));
  return failed;
}

/** @param {Step[]} steps @returns {Promise<boolean[]>} */
async function runLane(steps) {
  const results = [];
  for (const { name, run } of steps) {
    const start = performance.now();
    const { isOk, text } = await run();
    console.log(`${isOk ? "ok  " : "FAIL"} ${name.padEnd(12)} ${seconds(performance.now() - start)}`);
    if (!isOk) console.log(text.trimEnd().replaceAll(/^/gm, "     "));
    results.push(isOk);
  }
  return results;
}

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;

process.exitCode = (await check()) === 0 ? 0 : 1;
