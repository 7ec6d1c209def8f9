import { listSources, listTree } from "./source-files.mjs";

/** @typedef {"unit" | "page" | "pg" | "e2e" | "engines" | "timed"} Project */

const TEST = /\.(?:test|e2e|spec)\.[cm]?[jt]sx?$/;

/** The project of a test file, by its name; the first match wins. @type {readonly [Project, RegExp][]} */
const PROJECTS = [
  ["timed", /^(?:protocol|media|server|web)\/.*\.timed\.(?:pg\.)?test\.ts$/],
  ["pg", /^server\/.*(?<!\.timed)\.pg\.test\.ts$/],
  ["page", /^web\/.*\.page\.test\.tsx$/],
  ["engines", /^e2e\/src\/engines\/[a-z-]+\.e2e\.ts$/],
  ["e2e", /^e2e\/.*\.e2e\.ts$/],
  ["unit", /^(?!.*\.(?:timed|pg|page)\.).*\.test\.tsx?$/],
];

/** Matches tests that only the full run includes: `.full.`, other engines, and tests of real time. */
const FULL_ONLY = /\.full\.|\.timed\.|^e2e\/src\/engines\//;

/** @param {string} file @returns {Project | undefined} */
const projectOf = (file) => PROJECTS.find(([, pattern]) => pattern.test(file))?.[0];

export const isFullOnly = (/** @type {string} */ file) => FULL_ONLY.test(file);

/** @param {string} root @param {Project} project @param {"gate" | "full"} run */
export function testFilesOf(root, project, run) {
  const files = listSources(root).filter((file) => TEST.test(file) && projectOf(file) === project);
  return run === "full" ? files : files.filter((file) => !isFullOnly(file));
}

/** Finds test files that neither run includes. @param {string} root */
export function checkTestFiles(root) {
  const sources = new Set(listSources(root));
  return listTree(root)
    .filter(({ path, isFolder }) => !isFolder && TEST.test(path) && !path.startsWith("web/public/"))
    .filter(({ path }) => !sources.has(path) || projectOf(path) === undefined)
    .map(({ path }) => `${path}: is in neither run (CONTRIBUTING.md says where a test goes)`);
}
