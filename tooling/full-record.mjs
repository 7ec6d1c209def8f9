import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ commit: string, at: string, passed: number, failed: number, lanes: { name: string, passed: number, failed: number, note?: string }[] }} FullRecord */

const FILE = ".cache/full-run.json";

/** The commit that is checked out; "" if there are uncommitted changes. @param {string} root */
export const cleanCommit = (root) => (git(root, "status", "--porcelain") === "" ? git(root, "rev-parse", "HEAD") : "");

/**
 * Records a complete full run for `npm run release`. The record is void if the commit has changed since the run began. @param {string} root @param
 * {string} beganOn the `cleanCommit` at the start of the run @param {Omit<FullRecord, "commit" | "at">} result
 */
export function writeFullRecord(root, beganOn, result) {
  const commit = cleanCommit(root) === beganOn ? beganOn : "";
  mkdirSync(path.join(root, path.dirname(FILE)), { recursive: true });
  /** @type {FullRecord} */
  const record = { commit, at: new Date().toISOString(), ...result };
  writeFileSync(path.join(root, FILE), `${JSON.stringify(record, null, 2)}\n`);
}

/** Throws unless a full run of this commit passed every test. @param {string} root */
export function requireFullRecord(root) {
  const file = path.join(root, FILE);
  const commit = cleanCommit(root);
  if (commit === "") throw new Error("Changes that are not committed are in no full test run: commit them first.");
  const advice = "run npm run test:full, or npm run release -- --untagged to try it";
  if (!existsSync(file)) throw new Error(`Commit ${commit.slice(0, 8)} has no full test run: ${advice}.`);
  const record = /** @type {FullRecord} */ (JSON.parse(readFileSync(file, "utf8")));
  if (record.commit !== commit)
    throw new Error(`The last full test run was not of commit ${commit.slice(0, 8)}: ${advice}.`);
  if (record.failed > 0)
    throw new Error(`${record.failed} failed in the full test run of this commit: mend them first.`);
}

/** @param {string} root @param {string[]} words */
function git(root, ...words) {
  const { stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return (stdout ?? "").trim();
}
