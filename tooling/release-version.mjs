import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

import { WORKSPACES } from "./source-files.mjs";

/** The version to release. Throws if packages, changelog and tag disagree. @param {string} root @param {{ isTagged: boolean }} asked */
export function checkVersion(root, { isTagged }) {
  const version = versionIn(root, ".");
  const other = WORKSPACES.find((workspace) => versionIn(root, workspace) !== version);
  if (other !== undefined) throw new Error(`${other}/package.json has another version than package.json (${version}).`);
  const sections = readFileSync(path.join(root, "CHANGELOG.md"), "utf8").split(/^## /m).slice(1);
  const [unreleased, newest] = [sections.find(isUnreleased), sections.find((section) => !isUnreleased(section))];
  const described = newest?.match(/^\S+/)?.[0];
  if (described !== version) {
    throw new Error(`CHANGELOG.md describes ${described ?? "no version"} last, and package.json has ${version}.`);
  }
  if (!isTagged) return version;
  if (unreleased !== undefined && /^- /m.test(unreleased)) {
    throw new Error(`CHANGELOG.md has lines under Unreleased: they belong under ${version}.`);
  }
  const { stdout } = spawnSync("git", ["tag", "--points-at", "HEAD"], { cwd: root, encoding: "utf8" });
  if (stdout.split("\n").includes(`v${version}`)) return version;
  throw new Error(
    `This commit has no tag v${version} (git tag -a v${version}); npm run release -- --untagged tries it.`,
  );
}

const isUnreleased = (/** @type {string} */ section) => section.startsWith("Unreleased");

/** @param {string} root @param {string} workspace @returns {string} */
const versionIn = (root, workspace) =>
  JSON.parse(readFileSync(path.join(root, workspace, "package.json"), "utf8")).version;
