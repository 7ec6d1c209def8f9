import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Code that production runs, and documents with all that they link to. */
export const TAKEN = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "embed/demo", "embed/src/messages.ts"],
  ...[".dockerignore", "deploy", "web/dist"],
  ...["server/package.json", "server/node-options.json", "server/src"],
  ...["protocol/package.json", "protocol/src", "media/package.json", "media/src"],
];

/** Matches types, sources, maps and documents in packages, but not licences. */
const UNUSED_FILE = /\.(?:map|[cm]?ts|a|md|markdown)$/;
const UNUSED_FOLDER = new Set([
  "test",
  "tests",
  "__tests__",
  "benchmark",
  "benchmarks",
  "example",
  "examples",
  ".github",
]);
const UNUSED_OF_NODE = new Set(["include", "share"]);
/** Matches tests, and files with an operator's secrets. */
const KEPT_BACK = /\.(?:test|bench)\.[cm]?tsx?$|(?:^|\/)\.env/;

/** Whether the release omits a file or folder. @param {string} taken the copied folder @param {string} inside the path within it */
export function isLeftOut(taken, inside) {
  const [first = ""] = inside.split(path.sep);
  if (!taken.startsWith("node_modules/"))
    return KEPT_BACK.test(inside) || (taken === "server/src" && first === "testing");
  if (first === "node_modules" || UNUSED_FOLDER.has(first)) return true;
  if (taken.startsWith("node_modules/node-") && UNUSED_OF_NODE.has(first)) return true;
  return UNUSED_FILE.test(inside) && !/licen[cs]e|notice/i.test(path.basename(inside));
}

/** The folders of those production packages that this machine has. @param {string} root @returns {string[]} */
export function productionPackages(root) {
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  /** @type {[string, { link?: boolean, dev?: boolean, devOptional?: boolean }][]} */
  const entries = Object.entries(lock.packages);
  return entries
    .filter(([name, { link, dev, devOptional }]) => name.includes("node_modules/") && !link && !dev && !devOptional)
    .map(([name]) => name)
    .filter((name) => existsSync(path.join(root, name)));
}
