import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ENDING_MS = 30_000;
const LOOK_EVERY_MS = 100;
const NOT_OURS =
  /^(?:node-compile-cache|hsperfdata_.*|v8-compile-cache.*|\.?org\.chromium\..*|pulse-.*|xvfb-run\..*|sqlmap.*)$/;

/** The folders of running lanes. @type {Set<string>} */
const open = new Set();
process.once("exit", () => {
  for (const folder of open) readable(() => rmSync(folder, { recursive: true, force: true }), undefined);
});

/**
 * Makes a lane's temporary folder (`TMPDIR`), by which its programs are also found. The name is short, since PostgreSQL's socket path contains it.
 */
export function openScratch() {
  const folder = mkdtempSync(path.join(tmpdir(), "cpl-"));
  // If root runs this, PostgreSQL runs as another user, who must be able to reach its files.
  chmodSync(folder, 0o711);
  open.add(folder);
  return folder;
}

/** Ends a lane. Returns what the lane left behind, programs before files. @param {string} folder @param {number} [endingMs] */
export async function closeScratch(folder, endingMs = ENDING_MS) {
  const programs = await programsLeft(folder, endingMs);
  for (const { pid } of programs) kill(pid);
  const files = readdirSync(folder).filter((name) => !NOT_OURS.test(name));
  openFolders(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  open.delete(folder);
  return [...programs.map(({ pid, words }) => `program ${pid}: ${words}`), ...files.map((name) => `file ${name}`)];
}

/** Makes read-only folders deletable, also for users other than root. @param {string} folder */
function openFolders(folder) {
  readable(() => chmodSync(folder, 0o711), undefined);
  for (const entry of readable(() => readdirSync(folder, { withFileTypes: true }), [])) {
    if (entry.isDirectory()) openFolders(path.join(folder, entry.name));
  }
}

/** @param {string} folder @param {number} endingMs */
async function programsLeft(folder, endingMs) {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const left = programsIn(folder);
    if (left.length === 0 || waitedMs >= endingMs) return left;
    await sleep(LOOK_EVERY_MS);
  }
}

/** The programs whose environment, command or working folder contains `folder`; empty without `/proc`. @param {string} folder */
function programsIn(folder) {
  const pids = readable(() => readdirSync("/proc"), []).filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => pid !== String(process.pid))
    .flatMap((pid) => {
      const words = readable(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"), "");
      const environment = readable(() => readFileSync(`/proc/${pid}/environ`, "utf8"), "");
      const cwd = readable(() => readlinkSync(`/proc/${pid}/cwd`), "");
      const isOurs = words !== "" && [words, environment, cwd].some((text) => text.includes(folder));
      return isOurs ? [{ pid: Number(pid), words: words.replaceAll("\0", " ").trim().slice(0, 200) }] : [];
    });
}

/** @template Value @param {() => Value} read @param {Value} otherwise @returns {Value} */
function readable(read, otherwise) {
  try {
    return read();
  } catch {
    // The program has ended, or belongs to another user.
    return otherwise;
  }
}

/** @param {number} pid */
function kill(pid) {
  readable(() => process.kill(pid, "SIGKILL"), false);
}
