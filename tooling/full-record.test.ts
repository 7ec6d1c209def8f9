import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { cleanCommit, requireFullRecord, writeFullRecord } from "./full-record.mjs";
import { plantTree } from "./planted-tree.ts";

function repository() {
  const root = plantTree({ ".gitignore": ".cache/\n", "a.ts": "" });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.ro", ...words], { cwd: root });
  git("init", "-q");
  const commit = () => {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", "one");
  };
  commit();
  return { root, commit };
}

const green = { passed: 9, failed: 0, lanes: [] };

it("[RUN-2f] a commit with a green full run may be released", () => {
  const { root } = repository();
  writeFullRecord(root, cleanCommit(root), green);
  expect(() => requireFullRecord(root)).not.toThrow();
});

it("[RUN-2f] a commit without a full run, with a failed one, with another commit's or with uncommitted changes may not", () => {
  const { root, commit } = repository();
  expect(() => requireFullRecord(root)).toThrow("has no full test run: run npm run test:full");
  writeFullRecord(root, cleanCommit(root), { ...green, failed: 2 });
  expect(() => requireFullRecord(root)).toThrow("2 failed in the full test run of this commit");
  writeFullRecord(root, cleanCommit(root), green);
  commit();
  expect(() => requireFullRecord(root)).toThrow("The last full test run was not of commit");
  writeFullRecord(root, cleanCommit(root), green);
  writeFileSync(path.join(root, "a.ts"), "changed");
  expect(() => requireFullRecord(root)).toThrow("Changes that are not committed are in no full test run");
});

it("[RUN-2f] a commit made during a run voids its record", () => {
  const { root, commit } = repository();
  const began = cleanCommit(root);
  commit();
  writeFullRecord(root, began, green);
  expect(() => requireFullRecord(root)).toThrow("The last full test run was not of commit");
});
