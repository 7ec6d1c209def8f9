import { listTree } from "./source-files.mjs";

const BANNED = new Set(["utils", "util", "helpers", "helper", "common", "misc", "shared", "types", "index"]);
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CODE = /\.(tsx?|mjs|cjs|js|css|html|sql|json|sh)$/;
const DICTATED = new Set(["web/index.html"]);

/** D11: names of files and folders are in kebab-case and descriptive. A hyphenated name may contain a banned word. */
export function checkNames(/** @type {string} */ root, entries = listTree(root)) {
  return entries.flatMap(({ path, isFolder }) => {
    const name = path.split("/").at(-1) ?? path;
    if (DICTATED.has(path) || !(isFolder || CODE.test(name))) return [];
    const stem = name.replace(/^\./, "").split(".")[0] ?? name;
    if (BANNED.has(stem)) return [`D11: ${path} has a name that says nothing`];
    return KEBAB.test(stem) ? [] : [`D11: ${path} is not kebab-case`];
  });
}
