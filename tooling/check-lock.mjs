import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { listTree } from "./source-files.mjs";

/** Maximum of packages that production installs, since each is external code; raise it only on purpose. */
const PRODUCTION_MAX = 250;

/** @typedef {{ link?: boolean, dev?: boolean, devOptional?: boolean, hasInstallScript?: boolean, inBundle?: boolean }} Flags */
/** @typedef {Flags & { resolved?: string, integrity?: string, version?: string }} Common */
/** @typedef {Common & Record<"dependencies" | "optionalDependencies", Record<string, string> | undefined>} Entry */

/** Finds gaps that make `npm ci` fail on other machines, install scripts that nobody has decided on, and too many production packages. */
export function checkLock(/** @type {string} */ root, entries = listTree(root)) {
  const files = entries.map((entry) => entry.path).filter((file) => path.basename(file) === "package-lock.json");
  return files.length === 0 ? ["there is no package-lock.json"] : files.flatMap((file) => holesOf(root, file));
}

/** @param {string} root @param {string} file */
function holesOf(root, file) {
  const packages = /** @type {Record<string, Entry>} */ (
    JSON.parse(readFileSync(path.join(root, file), "utf8")).packages
  );
  const problems = Object.entries(packages).flatMap(([entryPath, entry]) => [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isInstalled(packages, entryPath, name))
      .map((name) => `${entryPath || "the root"} needs ${name}, which has no entry`),
    ...flawsOf(entryPath, entry),
  ]);
  if (Object.keys(packages).length < 2) problems.push("lists no package");
  problems.push(...undecidedScripts(root, file, packages));
  const production = Object.entries(packages).filter(([entryPath, entry]) => isForProduction(entryPath, entry)).length;
  if (file === "package-lock.json" && production > PRODUCTION_MAX) {
    problems.push(`${production} packages are for production; PRODUCTION_MAX allows ${PRODUCTION_MAX}`);
  }
  return problems.map((problem) => `${file}: ${problem}`);
}

/** @param {string} entryPath @param {Entry} entry */
function isForProduction(entryPath, { link, dev, devOptional }) {
  return entryPath.includes("node_modules/") && !link && !dev && !devOptional;
}

/** Packages whose scripts `allowScripts` omits. @param {string} root @param {string} file @param {Record<string, Entry>} packages */
function undecidedScripts(root, file, packages) {
  const folder = path.join(root, path.dirname(file));
  if (/^ignore-scripts=true$/m.test(textOf(path.join(folder, ".npmrc")))) return [];
  const { allowScripts = {} } = JSON.parse(textOf(path.join(folder, "package.json")) || "{}");
  return Object.entries(packages)
    .filter(([entryPath, entry]) => entry.hasInstallScript && allowScripts[nameAt(entryPath)] === undefined)
    .map(([entryPath]) => `${entryPath} has install scripts, and allowScripts says nothing of ${nameAt(entryPath)}`);
}

const nameAt = (/** @type {string} */ entryPath) =>
  entryPath.slice(entryPath.lastIndexOf("node_modules/") + "node_modules/".length);

const textOf = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/**
 * Whether Node would find the package `name` from `entryPath`. @param {Record<string, Entry>} packages @param {string} entryPath @param {string} name
 */
function isInstalled(packages, entryPath, name) {
  for (let at = entryPath; ; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
    const candidate = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return true;
    if (at === "") return false;
  }
}

/** @param {string} entryPath @param {Entry} entry */
function flawsOf(entryPath, entry) {
  if (!entryPath.includes("node_modules/") || entry.link || entry.inBundle) return [];
  const flaws = [];
  if (entry.integrity === undefined) flaws.push(`${entryPath} has no integrity`);
  if (/^https?:/.test(entry.resolved ?? "")) flaws.push(`${entryPath} names a host`);
  return flaws;
}
