import { listTree } from "./source-files.mjs";

const BANNED = new Set(["utils", "util", "helpers", "helper", "common", "misc", "shared", "types", "index"]);
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*$/;
const CODE = /\.(tsx?|mjs|cjs|js|css|sql|json|sh)$/;
/** Names that a tool or a custom dictates. */
const DICTATED = new Set(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"]);

/** D11: files and folders are kebab-case, and none has a name that says nothing. A hyphenated name may contain the word. */
export function checkNames(/** @type {string} */ root, entries = listTree(root)) {
  return entries.flatMap(({ path, isFolder }) => {
    const name = path.split("/").at(-1) ?? path;
    const stem = name.replace(/^\./, "").split(".")[0] ?? name;
    if (DICTATED.has(name)) return [];
    if (path === "web/index.html") return [];
    if ((isFolder || CODE.test(name)) && BANNED.has(stem)) return [`D11: ${path} has a name that says nothing`];
    if ((isFolder || CODE.test(name)) && !stem.split(".").every((part) => KEBAB.test(part))) {
      return [`D11: ${path} is not kebab-case`];
    }
    return [];
  });
}
