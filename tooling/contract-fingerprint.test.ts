import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { contractProblems, FINGERPRINT, recordContract } from "./contract-fingerprint.mjs";
import { plantTree } from "./planted-tree.ts";

const contract = { "call me": { method: "GET" }, "limit idsMax": 100 };
const changelog = "# Changelog\n\n## Unreleased\n\n- An older line.\n";

function recorded(words = "Calls say who one is."): string {
  const root = plantTree({ "CHANGELOG.md": changelog, "protocol/package.json": "{}" });
  expect(recordContract(root, contract, words)).toBeNull();
  return root;
}

const changelogOf = (root: string): string => readFileSync(path.join(root, "CHANGELOG.md"), "utf8");

it("finds nothing right after recording, and the changelog has the words on top", () => {
  const root = recorded();
  expect(contractProblems(root, contract)).toEqual([]);
  expect(changelogOf(root)).toBe("# Changelog\n\n## Unreleased\n\n- Calls say who one is.\n- An older line.\n");
});

it("names what was changed, added and removed, and what to do", () => {
  const changed = { "call me": { method: "POST" }, "event Left": {} };
  const [problem] = contractProblems(recorded(), changed);
  expect(problem).toMatch(
    /^The contract changed \(call me, event Left is new, limit idsMax is gone\): say in CHANGELOG\.md/,
  );
  expect(problem).toContain('npm run contract -- "');
});

it("requires a new line for a new change, and accepts one that is already in the changelog", () => {
  const root = recorded();
  const changed = { ...contract, "limit idsMax": 50 };
  expect(recordContract(root, changed, "- Calls say who one is.")).toContain("was said of the change before");
  expect(contractProblems(root, changed)).toHaveLength(1);
  expect(recordContract(root, changed, "- An older line.")).toBeNull();
  expect(contractProblems(root, changed)).toEqual([]);
  expect(changelogOf(root)).toMatch(/^(?!.*An older line\.\n[^]*An older line)/);
});

it.each(["", "  ", "one\ntwo"])("requires one line: %j", (words) => {
  const root = recorded();
  expect(recordContract(root, { ...contract, more: 1 }, words)).toContain("One line is wanted");
});

it("rejects a fingerprint that was edited by hand, has merge conflicts, or is missing", () => {
  const root = recorded();
  const file = path.join(root, FINGERPRINT);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace("Calls say", "Calls tell"));
  expect(contractProblems(root, contract)).toEqual([expect.stringContaining("changed by hand")]);
  writeFileSync(file, `<<<<<<< ours\n${before}`);
  expect(contractProblems(root, contract)).toEqual([expect.stringContaining("cannot be read")]);
  expect(contractProblems(plantTree({ "CHANGELOG.md": changelog }), contract)).toHaveLength(1);
});

it("reports a line that is missing from the changelog, and a changelog without a section for it", () => {
  const root = recorded();
  writeFileSync(path.join(root, "CHANGELOG.md"), changelog);
  expect(contractProblems(root, contract)).toEqual([expect.stringContaining("has lost the line")]);
  const released = plantTree({ "CHANGELOG.md": "# Changelog\n\n## 1.0\n", "protocol/package.json": "{}" });
  expect(recordContract(released, contract, "A line.")).toContain('no section "Unreleased"');
});
