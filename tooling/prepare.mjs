import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");
const OLDEST_NODE = [24, 11];
const RECORD = "node_modules/.package-lock.json";

/** @typedef {{ version?: string, link?: boolean, optional?: boolean }} Entry */

/** RUN-1, RUN-2: runs `npm ci` if packages are missing or stale; shows its output only on failure. @param {(line: string) => void} say */
export async function installWhenMissing(say) {
  // RUN-1: production only checks, since a service may not be allowed to install anything.
  if (isProduction()) return requireMade(root, "node_modules/fastify/package.json", "npm ci --omit=dev");
  if (isInstalled(root)) return;
  say("Installing packages (npm ci) ...");
  // RUN-1e: npm writes its record last, but an interrupted removal of old packages may leave the old record.
  rmSync(path.join(root, RECORD), { force: true });
  runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"], "The packages cannot be installed");
}

/** Throws in production if a file is missing that has to be made beforehand. @param {string} folder @param {string} file @param {string} command */
export function requireMade(folder, file, command) {
  if (existsSync(path.join(folder, file))) return;
  throw new Error(
    `${file} is missing, and production neither installs nor builds: run ${command}, or install a release.`,
  );
}

/** Runs npm in the repository; throws with its output if it fails. @param {string[]} args @param {string} problem */
function runNpm(args, problem) {
  const done = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (done.status === 0) return;
  throw new Error(
    `${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}\n${problem}; npm's reason stands above.`,
  );
}

/** A Node that can run TypeScript: the one among the packages, or this one if it is new enough. */
export function findNode() {
  const brought = path.join(root, "node_modules/.bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(brought)) return brought;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;
  throw new Error(
    `Cuplaj needs Node ${OLDEST_NODE.join(".")} or newer on this machine; this is ${process.versions.node}.`,
  );
}

/** RUN-1: production runs only what was installed and built before. */
export const isProduction = () => process.env["NODE_ENV"] === "production";

/** Whether node_modules matches package-lock.json, according to npm's record of the last install. @param {string} folder */
export function isInstalled(folder) {
  const record = path.join(folder, RECORD);
  if (!existsSync(record)) return false;
  const wanted = readPackages(path.join(folder, "package-lock.json"));
  const present = readPackages(record);
  return Object.entries(wanted).every(([entryPath, entry]) => {
    if (entry.link) return existsSync(path.join(folder, entryPath));
    if (!entryPath.includes("node_modules/")) return true;
    const found = present[entryPath];
    if (found !== undefined) return found.version === entry.version;
    return entry.optional === true;
  });
}

/** @param {string} file @returns {Record<string, Entry>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
