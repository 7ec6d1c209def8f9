/** `npm run build`: builds the web app. Other programs import `buildWebWhenOlder`. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, isProduction, requireMade, root } from "./prepare.mjs";

const SOURCES = ["protocol/src", "media/src", "embed/src", "web", "package-lock.json", "tsconfig.base.json"];

/** Marks a complete build. The file's modification time is the start of the build. */
export const WEB_BUILT = "web/dist/.built";

/** RUN-1: builds the web app if it is missing, incomplete or older than any of its sources. @param {(line: string) => void} say */
export function buildWebWhenOlder(say) {
  if (isProduction()) return requireMade(root, WEB_BUILT, "npm run build");
  const built = timeOf(path.join(root, WEB_BUILT));
  if (built > 0 && SOURCES.every((source) => newestIn(path.join(root, source)) <= built)) return;
  say("Building the web app ...");
  buildWeb(root, (outDir) => runVite(outDir, "pipe"));
}

/**
 * RUN-1e: builds next to `web/dist`, so that an interrupted build leaves the old one or, between the two renames, none, and the next start builds
 * again. @param {string} folder @param {(outDir: string) => void} build
 */
export function buildWeb(folder, build) {
  const began = new Date();
  const dist = path.join(folder, "web/dist");
  const [fresh, old] = [path.join(folder, "web/.cache/dist"), path.join(folder, "web/.cache/dist-before")];
  for (const each of [fresh, old]) rmSync(each, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  build(fresh);
  const mark = path.join(fresh, path.basename(WEB_BUILT));
  writeFileSync(mark, "");
  utimesSync(mark, began, began);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** @param {string} outDir @param {"pipe" | "inherit"} stdio */
function runVite(outDir, stdio) {
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--outDir", path.relative(path.join(root, "web"), outDir), "--emptyOutDir"];
  const { status, stdout, stderr, error } = spawnSync(findNode(), args, {
    cwd: path.join(root, "web"),
    encoding: "utf8",
    stdio,
  });
  if (status !== 0)
    throw new Error(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}\nThe web app cannot be built.`);
}

/** A file's modification time, ms; 0 if the file is missing. @param {string} file */
function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * The newest modification time in a folder, including the folder's own, which is all that deleting a file changes. @param {string} source @returns
 * {number}
 */
function newestIn(source) {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return stats?.mtimeMs ?? 0;
  // A build writes `dist` into the web folder, which changes the folder's time.
  const own = existsSync(path.join(source, "dist")) ? 0 : stats.mtimeMs;
  const inside = readdirSync(source).filter((name) => !["node_modules", "dist", ".cache"].includes(name));
  return Math.max(own, ...inside.map((name) => newestIn(path.join(source, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWeb(root, (outDir) => runVite(outDir, "inherit"));
