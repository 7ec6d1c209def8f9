import { readdirSync } from "node:fs";
import path from "node:path";

export const WORKSPACES = ["protocol", "media", "embed", "server", "web", "e2e", "bench", "faults"];
const SKIPPED = new Set([
  "node_modules",
  "dist",
  "data",
  "coverage",
  "results",
  "reports",
  "screenshots",
  ".git",
  ".cache",
]);

/** Files and folders under `root`, as relative paths with `/`. Skips names that git ignores. */
export function listTree(/** @type {string} */ root, below = "") {
  /** @type {{ path: string, isFolder: boolean }[]} */
  const found = [];
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const relative = path.posix.join(below, entry.name);
    found.push({ path: relative, isFolder: entry.isDirectory() });
    if (entry.isDirectory()) found.push(...listTree(root, relative));
  }
  return found;
}

/** The scripts of the workspaces and of `tooling/`. The layer rules must examine all of them. */
export function listSources(/** @type {string} */ root) {
  const folders = [...WORKSPACES, "tooling"];
  return listTree(root)
    .filter((entry) => !entry.isFolder && folders.includes(entry.path.split("/")[0] ?? ""))
    .map((entry) => entry.path)
    .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !file.endsWith(".d.ts"))
    .filter((file) => !file.startsWith("web/public/"));
}
