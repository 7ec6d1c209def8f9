import { readFileSync } from "node:fs";
import path from "node:path";

import { listSources } from "./source-files.mjs";

export function describeFileSizes(/** @type {string} */ root, files = listSources(root)) {
  const sizes = files
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), "utf8").split("\n").length - 1 }))
    .toSorted((left, right) => left.lines - right.lines);
  const longest = sizes.at(-1);
  if (longest === undefined) return "no source files";
  const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0;
  return `${sizes.length} source files, median ${median} lines, longest ${longest.lines} (${longest.file})`;
}
