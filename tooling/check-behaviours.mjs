import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const PAGE = "docs/fifty-behaviours.md";
const COUNT = 50;
const RULE = /\b[A-Z][A-Z0-9]*-\d+[a-z]?\b/g;

/** Each of the fifty behaviours has rules and tests that cite one of them, or says that it is not built yet. */
export function checkBehaviours(/** @type {string} */ root) {
  const rows = readFileSync(path.join(root, PAGE), "utf8")
    .split("\n")
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const numbers = rows.map((cells) => Number(cells[1]));
  const order = numbers.length === COUNT && numbers.every((number, at) => number === at + 1);
  return [
    ...(order ? [] : [`${PAGE}: its rows are not 1 to ${COUNT}`]),
    ...rows.flatMap(([, number, said = "", rules = "", tests = ""]) =>
      problemsOf(root, said, rules.match(RULE) ?? [], tests).map((problem) => `${PAGE}: ${number}: ${problem}`),
    ),
  ];
}

/** @param {string} root @param {string} said @param {string[]} rules @param {string} tests */
function problemsOf(root, said, rules, tests) {
  const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  if (files.length === 0) return said.includes("not built yet") ? [] : ["no test"];
  return files.flatMap((file) => {
    if (!existsSync(path.join(root, file))) return [`${file} is not there`];
    const text = readFileSync(path.join(root, file), "utf8");
    return rules.some((rule) => new RegExp(`\\b${rule}\\b`).test(text))
      ? []
      : [`${file} cites none of ${rules.join(", ")}`];
  });
}
