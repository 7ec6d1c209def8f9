import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { listTree, WORKSPACES } from "./source-files.mjs";

const TOP = [...WORKSPACES, "docs", "tooling", ".ci"];

/** Every relative link and every backticked path of a Markdown page leads to something; patterns (`*`, `{x}`) are left out. */
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

/** Backticked words that start with a top folder of the repository or are a page of the root. @param {string} text */
function pathsOf(text) {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map((match) => match[1] ?? "")
    .filter((word) => !/[*{}<>$]/.test(word))
    .filter((word) => /^[A-Z]+\.md$/.test(word) || (word.includes("/") && TOP.includes(word.split("/")[0] ?? "")))
    .filter((word) => !word.includes("/dist"));
}
