import { readFileSync } from "node:fs";
import path from "node:path";

import { listSources, listTree } from "./source-files.mjs";

/** Marks of unfinished work, and paths that exist on one machine only. The one-letter classes keep this file clean. */
const MARKS = [
  { pattern: /\b(T[O]DO|F[I]XME|H[A]CK|X[X]X)\b/, says: "unfinished work" },
  { pattern: /(?<![\w.*/-])\/(work|home|Users|tmp\/[a-z]+_jobs)\/[a-z]/, says: "a machine's path" },
];

export function checkWords(/** @type {string} */ root) {
  const pages = listTree(root).filter((entry) => !entry.isFolder && entry.path.endsWith(".md"));
  return [...listSources(root), ...pages.map((page) => page.path)].flatMap((file) =>
    readFileSync(path.join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        MARKS.filter(({ pattern }) => pattern.test(line)).map(({ says }) => `${file}:${at + 1}: ${says}`),
      ),
  );
}
