import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { listSources, listTree } from "./source-files.mjs";

const RULES = "docs/behaviour";
/** Files that are not checked: the tests of this check quote what it refuses. */
const UNREAD = ["tooling/check-prose.test.ts"];
const SUBJECT_LENGTH = 72;
const WORDS_IN = { rule: 35, comment: 45 };

const SIGNS = [
  {
    pattern: /(?:^|[.:;] )(?:What|Whatever|Who|Whoever|Whichever|Nothing|Of)\b/,
    says: "begins with a clause or particle: begin with a noun or verb",
  },
  { pattern: /\bof (?:which|whom)\b/, says: "`of which`: write two sentences" },
  {
    pattern: /\b(?:is|are|was|were) none\b|\b(?:is|are) no (?!longer\b|more\b|less\b|other\b)[a-z]/,
    says: "`is no`: say what it is, or that it is not",
  },
  { pattern: /\balone\b/, says: "`alone`: only" },
  { pattern: /\bbeside\b/, says: "`beside`: besides, next to, with" },
  { pattern: /\banew\b/, says: "`anew`: again" },
  { pattern: /\bso many\b/, says: "`so many`: say how many" },
  { pattern: /\bmeanwhile\b/, says: "`meanwhile`: while" },
  { pattern: /^Answers\b|[.;] [Aa]nswers\b/, says: "`answers`: returns" },
];

/** Finds comments and rules that read like a translation, and commit subjects that are too long. */
export function checkProse(/** @type {string} */ root, unread = UNREAD, files = listSources(root)) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
  const styles = listTree(root)
    .filter(({ isFolder }) => !isFolder)
    .flatMap(({ path: file }) => (/\.(css|sql)$/.test(file) ? file : []));
  const sources = [...files, ...styles].filter((file) => !unread.some((folder) => file.startsWith(folder)));
  const rules = existsSync(path.join(root, RULES)) ? readdirSync(path.join(root, RULES)) : [];
  return [
    ...sources.flatMap((file) => commentsIn(read(file)).flatMap((text) => problemsOf(file, text, WORDS_IN.comment))),
    ...rules.flatMap((page) =>
      linesOf(read(path.join(RULES, page))).flatMap((rule) => problemsOf(`${RULES}/${page}`, rule, WORDS_IN.rule)),
    ),
    ...subjectsIn(root).flatMap(problemsOfSubject),
  ];
}

/** @param {string} file @param {string} text @param {number} most Words in a sentence. */
function problemsOf(file, text, most) {
  const quoted = `${file}: "${text.slice(0, 60)}"`;
  const problems = SIGNS.filter(({ pattern }) => pattern.test(text)).map(({ says }) => `${quoted} ${says}`);
  const longest = Math.max(...text.split(/[.;:](?: |$)/).map((sentence) => sentence.split(/\s+/).length));
  return longest > most ? [...problems, `${quoted} has a sentence of ${longest} words (at most ${most})`] : problems;
}

/** The texts of comments, each a block or a run of consecutive lines. @param {string} source */
function commentsIn(source) {
  const blocks = [...source.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, text = ""]) =>
    text.replaceAll(/\n\s*\*/g, " "),
  );
  const lines = [...source.matchAll(/(?:^[ \t]*(?:\/\/|--) .*\n?)+/gm)].map(([text]) =>
    text.replaceAll(/^[ \t]*(?:\/\/|--) ?/gm, ""),
  );
  return [...blocks, ...lines].map((text) =>
    text
      .replaceAll(/@\w+ (?:\{[^}]*\})?/g, "")
      .replaceAll(/^\s*[A-Z][A-Z0-9]*-\d+[a-z]*(?:, [A-Z0-9-]+[a-z]*)*:? ?/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

/** @param {string} page */
const linesOf = (page) => [...page.matchAll(/^- \*\*\S+\*\* (.*)$/gm)].map(([, text = ""]) => text);

/** The subjects of commits since the last tag, or since this check was added. @param {string} root */
function subjectsIn(root) {
  if (!existsSync(path.join(root, ".git"))) return [];
  const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const tag = git("tag", "--list", "--sort=-creatordate").split("\n")[0];
  const since = tag || git("log", "--diff-filter=A", "--format=%H", "--", "tooling/check-prose.mjs").split("\n").at(-1);
  return since ? git("log", "--no-merges", "--format=%s", `${since}..HEAD`).split("\n").filter(Boolean) : [];
}

/** @param {string} subject */
export function problemsOfSubject(subject) {
  // Git itself writes these subjects.
  if (/^(?:fixup!|squash!|Merge|Revert) /.test(subject)) return [];
  if (subject.length > SUBJECT_LENGTH)
    return [`commit "${subject}": ${subject.length} characters (at most ${SUBJECT_LENGTH})`];
  return /^[a-z][\w ,/-]*: [A-Z]/.test(subject) ? [] : [`commit "${subject}": write \`slice: Imperative sentence\``];
}
