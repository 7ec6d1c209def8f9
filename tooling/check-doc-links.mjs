import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { listTree, WORKSPACES } from "./source-files.mjs";

const TOP = [...WORKSPACES, "docs", "tooling", ".ci"];

/** Finds relative links and backticked paths in Markdown that do not exist; skips patterns (`*`, `{x}`). */
export function checkDocLinks(/** @type {string} */ root, entries = listTree(root)) {
  const pages = entries.map((entry) => entry.path).filter((file) => file.endsWith(".md"));
  return pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
    return [...linksOf(text, page), ...pathsOf(text)]
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${page}: ${target} does not exist`);
  });
}

/** Targets of `[text](target)`, relative to the root. @param {string} text @param {string} page */
function linksOf(text, page) {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(page), target));
}

/** Backticked words that start with a top folder or name a page in the root. @param {string} text */
function pathsOf(text) {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map((match) => match[1] ?? "")
    .filter((word) => !/[*{}<>$]/.test(word))
    .filter((word) => /^[A-Z]+\.md$/.test(word) || (word.includes("/") && TOP.includes(word.split("/")[0] ?? "")))
    .filter((word) => !word.includes("/dist"));
}

const PAGES = ["README.md", "docs/architecture.md"];

/** Finds paths in the README's table of slices that do not exist, and folders that neither page mentions as `name/`. */
export function checkNamedFolders(/** @type {string} */ root, entries = listTree(root)) {
  const [readme = "", architecture = ""] = PAGES.map((page) => readFileSync(path.join(root, page), "utf8"));
  const gone = tablePaths(readme).filter((target) => !existsSync(path.join(root, target)));
  const folders = entries
    .filter(({ path: file, isFolder }) => !isFolder && /^(?:server|web)\/src\/[^/]+\//.test(file))
    .map(({ path: file }) => file.split("/").slice(0, 3).join("/"));
  const unnamed = [...new Set(folders)].filter((folder) => {
    const name = `${path.posix.basename(folder)}/`;
    return ![readme, architecture].some((text) => text.includes(`\`${name}`) || text.includes(`${folder}/`));
  });
  return [
    ...gone.map((target) => `README.md: ${target} of the table of slices does not exist`),
    ...unnamed.map((folder) => `${folder}/ is named neither by ${PAGES.join(" nor by ")}`),
  ];
}

/** Paths in the rows under `| slice | \`protocol/src/\` | ...`, relative to the root. @param {string} readme */
function tablePaths(readme) {
  const lines = readme.split("\n");
  const head = lines.findIndex((line) => line.startsWith("| slice |"));
  if (head === -1) return [];
  const bases = wordsOf(lines[head] ?? "").map(([base]) => base ?? "");
  const end = lines.findIndex((line, at) => at > head && !line.startsWith("|"));
  return lines
    .slice(head + 2, end === -1 ? undefined : end)
    .flatMap((row) =>
      wordsOf(row).flatMap((words, column) => words.map((word) => path.posix.join(bases[column] ?? "", word))),
    );
}

/** Backticked words in a row's cells, except those in parentheses. @param {string} row */
const wordsOf = (row) =>
  row
    .split("|")
    .map((cell) => [...cell.replaceAll(/\([^)]*\)/g, "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
