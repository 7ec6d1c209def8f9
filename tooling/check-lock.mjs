import { readFileSync } from "node:fs";
import path from "node:path";

import { listTree } from "./source-files.mjs";

/** @typedef {{ link?: boolean, resolved?: string, integrity?: string, version?: string, inBundle?: boolean }} Common */
/** @typedef {Common & Record<"dependencies" | "optionalDependencies", Record<string, string> | undefined>} Entry */

/** Holes that make `npm ci` fail on another machine: dependencies without an entry, entries without integrity, named hosts. */
export function checkLock(/** @type {string} */ root, entries = listTree(root)) {
  const files = entries.map((entry) => entry.path).filter((file) => path.basename(file) === "package-lock.json");
  return files.length === 0 ? ["there is no package-lock.json"] : files.flatMap((file) => holesOf(root, file));
}

/** @param {string} root @param {string} file */
function holesOf(root, file) {
  const packages = /** @type {Record<string, Entry>} */ (
    JSON.parse(readFileSync(path.join(root, file), "utf8")).packages
  );
  const problems = Object.entries(packages).flatMap(([place, entry]) => [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isInstalled(packages, place, name))
      .map((name) => `${place || "the root"} needs ${name}, which has no entry`),
    ...flawsOf(place, entry),
  ]);
  if (Object.keys(packages).length < 2) problems.push("lists no package");
  return problems.map((problem) => `${file}: ${problem}`);
}

/** Whether Node's search upwards from `place` finds `name`. @param {Record<string, Entry>} packages @param {string} place @param {string} name */
function isInstalled(packages, place, name) {
  for (let at = place; ; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
    const candidate = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return true;
    if (at === "") return false;
  }
}

/** @param {string} place @param {Entry} entry */
function flawsOf(place, entry) {
  if (!place.includes("node_modules/") || entry.link || entry.inBundle) return [];
  const flaws = [];
  if (entry.integrity === undefined) flaws.push(`${place} has no integrity`);
  if (/^https?:/.test(entry.resolved ?? "")) flaws.push(`${place} names a host`);
  return flaws;
}
