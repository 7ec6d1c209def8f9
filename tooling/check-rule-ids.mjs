import { readFileSync } from "node:fs";
import path from "node:path";

import { listSources } from "./source-files.mjs";

const BOOK = "docs/behaviour.md";
const TEST = /\.(test|e2e)\.tsx?$/;
/** Ids at the start of a test's title: `"[MSG-2] ..."`, `"[MSG-2][ERR-3] ..."`. */
const TITLE = /["'`]((?:\[[A-Z0-9, -]+\]\s*)+)/g;
const ID = /\b[A-Z][A-Z0-9]*-\d+\b/g;

/** Every rule of docs/behaviour.md has a test that cites it in its title, and nothing cites a rule that is not there. */
export function checkRuleIds(/** @type {string} */ root, files = listSources(root)) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
  const listed = [...read(BOOK).matchAll(/^- \*\*([A-Z][A-Z0-9]*-\d+)\*\*/gm)].map((match) => match[1] ?? "");
  const known = new Set(listed);
  const families = new Set(listed.map((id) => id.split("-")[0] ?? ""));
  const twice = listed.filter((id, at) => listed.indexOf(id) !== at);
  const problems = twice.map((id) => `${BOOK}: ${id} stands there twice`);
  if (known.size === 0) problems.push(`${BOOK} lists no rule`);
  const tested = new Set();
  for (const file of files.filter((name) => !name.startsWith("tooling/") || TEST.test(name))) {
    const text = read(file);
    const titles = TEST.test(file) ? [...text.matchAll(TITLE)].flatMap((match) => match[1]?.match(ID) ?? []) : [];
    for (const id of titles) tested.add(id);
    const cited = [...titles, ...(text.match(ID) ?? []).filter((id) => families.has(id.split("-")[0] ?? ""))];
    for (const id of new Set(cited)) {
      if (!known.has(id)) problems.push(`${file}: cites ${id}, which ${BOOK} does not have`);
    }
  }
  return [...problems, ...[...known].filter((id) => !tested.has(id)).map((id) => `${BOOK}: no test cites ${id}`)];
}
