import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const BOOK = "docs/behaviour";
const RULE = /^[+-]?- \*\*(([A-Z][A-Z0-9]*)-(\d+)([a-z]*))\*\* (.*)$/gm;

/** @typedef {{ id: string, family: string, number: number, letters: string, text: string }} Rule */
/** @param {string} text @returns {Rule[]} */
const rulesIn = (text) =>
  [...text.matchAll(RULE)].map(([, id = "", family = "", number = "", letters = "", words = ""]) => ({
    ...{ id, family, number: Number(number), letters, text: words },
  }));

/** Finds uncommitted rules whose id was once another rule's, and names free ids. Finds nothing without git's history. @param {string} root */
export function checkReusedIds(root) {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1e9 }).stdout ?? "";
  const pages = readdirSync(path.join(root, BOOK)).map((page) => readFileSync(path.join(root, BOOK, page), "utf8"));
  const committed = new Set(rulesIn(git("grep", "-h", "^- \\*\\*", "HEAD", "--", BOOK)).map(({ id }) => id));
  const now = rulesIn(pages.join("\n"));
  const added = committed.size === 0 ? [] : now.filter(({ id }) => !committed.has(id));
  if (added.length === 0) return [];
  const before = rulesIn(git("log", "-p", "--format=", "--no-color", "--no-ext-diff", "--", "docs"));
  const isReused = (/** @type {Rule} */ { id, text }) => before.some((rule) => rule.id === id && rule.text !== text);
  return added
    .filter(isReused)
    .map(({ id, ...rule }) => `${BOOK}: ${id} was another rule's; ${freeIds(rule, [...before, ...now])} is free`);
}

/** The next number of the family, and the next letter of the number. @param {Omit<Rule, "id">} rule @param {Rule[]} ever */
function freeIds({ family, number }, ever) {
  const own = ever.filter((rule) => rule.family === family);
  const letters = own.filter((rule) => rule.number === number && rule.letters.length === 1);
  const last =
    letters
      .map((rule) => rule.letters)
      .toSorted()
      .at(-1) ?? "`";
  const next = `${family}-${Math.max(...own.map((rule) => rule.number)) + 1}`;
  if (last === "z") return next;
  return `${next} or ${family}-${number}${String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)}`;
}
