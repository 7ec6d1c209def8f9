import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { isProduction, requireMade, root, runNpm } from "./prepare.mjs";

const DIST = path.join(root, "web/dist");
const SOURCES = ["protocol/src", "media/src", "embed/src", "web", "package-lock.json", "tsconfig.base.json"];

/** RUN-1: builds the web app if it is missing or older than any of its sources. @param {(line: string) => void} say */
export function buildWebWhenOlder(say) {
  const built = timeOf(path.join(DIST, "index.html"));
  if (isProduction()) return requireMade(root, "web/dist/index.html", "npm run build");
  if (built > 0 && SOURCES.every((source) => newestIn(path.join(root, source)) <= built)) return;
  say("Building the web app ...");
  runNpm(["run", "build"], "The web app cannot be built");
}

/** Modification time (ms); 0 if the file is missing. @param {string} file */
function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The newest time in a folder: deleting a file changes only its folder's time. @param {string} source @returns {number} */
function newestIn(source) {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return stats?.mtimeMs ?? 0;
  // A build writes `dist` into the web folder, and so changes the folder's time.
  const own = existsSync(path.join(source, "dist")) ? 0 : stats.mtimeMs;
  const inside = readdirSync(source).filter((name) => !["node_modules", "dist"].includes(name));
  return Math.max(own, ...inside.map((name) => newestIn(path.join(source, name))));
}
