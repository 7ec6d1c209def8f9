import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { problemsOfFullOnly } from "./check-full-only.mjs";
import { FULL_ONLY_RULES } from "./full-only-rules.mjs";
import { listSources, listTree } from "./source-files.mjs";
import { isFullOnly } from "./test-files.mjs";

const BOOK = "docs/behaviour";
const TEST = /\.(test|e2e)\.tsx?$/;
/** A rule: an id with optional letters (`ABC-1`, `ABC-1a`, `ABC-1ab`), and its text. */
const RULE = /^- \*\*([A-Z][A-Z0-9]*-\d+[a-z]*)\*\* (.*)$/gm;
const SECOND_SENTENCE = /;|[.!?] +[A-Z`]/;
/** The ids at the start of a test's title: `"[MSG-2] ..."`, `"[MSG-2a][ERR-3] ..."`. */
const TITLE = /["'`]((?:\[[A-Za-z0-9, -]+\]\s*)+)/g;
const ID = /\b[A-Z][A-Z0-9]*[A-Z]-\d+[a-z]*\b/g;
/** The prefixes of standards whose names look like ids, and which none of our ids has. */
const FOREIGN = new Set(["UTF", "SHA", "XEP", "FNV", "PDF"]);

/** Finds rules of docs/behaviour/ that have several sentences or that no test cites in its title, and citations of unknown rules. */
export function checkRuleIds(
  /** @type {string} */ root,
  files = listSources(root),
  fullOnly = Object.values(FULL_ONLY_RULES).flat(),
) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
  const book = readdirSync(path.join(root, BOOK)).map((page) => read(path.join(BOOK, page)));
  const rules = [...book.join("\n").matchAll(RULE)].map(([, id = "", text = ""]) => ({ id, text }));
  const listed = rules.map(({ id }) => id);
  const known = new Set(listed);
  const twice = listed.filter((id, at) => listed.indexOf(id) !== at);
  const problems = twice.map((id) => `${BOOK}: ${id} stands there twice`);
  const long = rules.filter(({ text }) => SECOND_SENTENCE.test(text));
  problems.push(
    ...long.map(({ id }) => `${BOOK}: ${id} is more than one sentence; the next one gets a letter (${id}a)`),
  );
  if (known.size === 0) problems.push(`${BOOK} lists no rule`);
  const tested = new Set();
  const inGate = new Set();
  for (const file of [...files, ...listPages(root)]) {
    const { titles, cited } = citationsIn(file, read(file));
    for (const id of titles) tested.add(id);
    if (!isFullOnly(file)) for (const id of titles) inGate.add(id);
    const unknown = [...new Set(cited)].filter((id) => !known.has(id));
    problems.push(...unknown.map((id) => `${file}: cites ${id}, which ${BOOK} does not have`));
  }
  problems.push(...[...known].filter((id) => !tested.has(id)).map((id) => `${BOOK}: no test cites ${id}`));
  return [...problems, ...problemsOfFullOnly(inGate, tested, fullOnly)];
}

/** The ids that a file cites, and those in the titles of its tests. @param {string} file @param {string} text */
function citationsIn(file, text) {
  const titles = TEST.test(file) ? [...text.matchAll(TITLE)].flatMap((match) => match[1]?.match(ID) ?? []) : [];
  // Checks and their tests use invented ids, so only titles count there.
  const ids = file.startsWith("tooling/") ? [] : (text.match(ID) ?? []);
  return { titles, cited: [...titles, ...ids.filter((id) => !FOREIGN.has(id.split("-")[0] ?? ""))] };
}

const listPages = (/** @type {string} */ root) =>
  listTree(root).flatMap((entry) => (!entry.isFolder && entry.path.endsWith(".md") ? [entry.path] : []));
