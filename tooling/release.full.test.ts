import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plantTree } from "./planted-tree.ts";
import { checkVersion } from "./release-version.mjs";
import { WORKSPACES } from "./source-files.mjs";

function treeOf(version: string, changelog: string, others: Readonly<Record<string, string>> = {}): string {
  const workspaces = WORKSPACES.map((name) => [`${name}/package.json`, JSON.stringify({ version })]);
  const own = { "package.json": JSON.stringify({ version }), "CHANGELOG.md": changelog };
  return plantTree({ ...own, ...Object.fromEntries(workspaces), ...others });
}

const clean = "# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- A line.\n\n## 0.1.0\n\n- Another.\n";

function commitAndTag(folder: string, tag: string): void {
  const git = (...words: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.ro", ...words], { cwd: folder });
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  git("tag", tag);
}

test("[OPS-3a] a release has the version of every package, of the changelog's newest section and of the tag", () => {
  const folder = treeOf("0.2.0", clean);
  commitAndTag(folder, "v0.2.0");
  expect(checkVersion(folder, { isTagged: true })).toBe("0.2.0");
});

test.each([
  [clean, "v0.1.0", {}, "This commit has no tag v0.2.0 (git tag -a v0.2.0)"],
  [clean.replace("Unreleased\n", "Unreleased\n\n- New.\n"), "v0.2.0", {}, "CHANGELOG.md has lines under Unreleased"],
  ["## 0.1.0\n", "v0.2.0", {}, "CHANGELOG.md describes 0.1.0 last, and package.json has 0.2.0."],
  [clean, "v0.2.0", { "server/package.json": '{"version":"0.1.0"}' }, "server/package.json has another version"],
])("[OPS-3a] %j with tag %s is not a release", (changelog, tag, others, sentence) => {
  const folder = treeOf("0.2.0", changelog, others);
  commitAndTag(folder, tag);
  expect(() => checkVersion(folder, { isTagged: true })).toThrow(sentence);
});

test("[OPS-3a] without a tag a release can be tried", () => {
  expect(
    checkVersion(treeOf("0.2.0", clean.replace("Unreleased\n", "Unreleased\n\n- New.\n")), { isTagged: false }),
  ).toBe("0.2.0");
});

test("[OPS-4d] the service unit and the image start Node with the options of `npm start`", () => {
  const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const options: string[] = JSON.parse(read("server/node-options.json"));
  expect(read("deploy/cuplaj.service")).toContain(`/.bin/node ${options.join(" ")} /opt/cuplaj/server/src/main.ts`);
  expect(read("deploy/image/cuplaj")).toContain(`exec $node ${options.join(" ")} /opt/cuplaj/server/src/main.ts`);
});

test("[OPS-8] base images are pinned by digest", () => {
  const read = (file: string): string => readFileSync(new URL(`../deploy/${file}`, import.meta.url), "utf8");
  const bases = [/^FROM (?!scratch$)(\S+)/gmu, /^ +image: (?!cuplaj:)(\S+)/gmu].flatMap((pattern, at) =>
    Array.from(read(["Dockerfile", "compose.yaml"][at] ?? "").matchAll(pattern), ([, name = ""]) => name),
  );
  expect(bases.map((name) => name.replace(/@sha256:[0-9a-f]{64}$/u, "!"))).toEqual([
    ...["postgres:18!", "postgres:18!", "redis:8!", "caddy:2!"],
  ]);
});
