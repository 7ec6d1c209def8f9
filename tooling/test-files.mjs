import { listSources, listTree } from "./source-files.mjs";

/** @typedef {"unit" | "page" | "pg" | "e2e" | "engines" | "timed"} Project */

/** What is named like a test, wherever it lies. */
const TEST = /\.(?:test|e2e|spec)\.[cm]?[jt]sx?$/;

/** Where each test file runs, by its name alone: the first that matches. @type {readonly [Project, RegExp][]} */
const PROJECTS = [
  ["timed", /^(?:protocol|media|server|web)\/.*\.timed\.(?:pg\.)?test\.ts$/],
  ["pg", /^server\/.*(?<!\.timed)\.pg\.test\.ts$/],
  ["page", /^web\/.*\.page\.test\.tsx$/],
  ["engines", /^e2e\/src\/engines\/[a-z-]+\.e2e\.ts$/],
  ["e2e", /^e2e\/.*\.e2e\.ts$/],
  ["unit", /^(?!.*\.(?:timed|pg|page)\.).*\.test\.tsx?$/],
];

/** Runs in the full run only: what says so, other engines, and what measures real time. */
const FULL_ONLY = /\.full\.|\.timed\.|^e2e\/src\/engines\//;

/** @param {string} file @returns {Project | undefined} */
const projectOf = (file) => PROJECTS.find(([, pattern]) => pattern.test(file))?.[0];

export const isFullOnly = (/** @type {string} */ file) => FULL_ONLY.test(file);

/** The test files of a project, in the gate or in the full run. @param {string} root @param {Project} project @param {"gate" | "full"} run */
export function testFilesOf(root, project, run) {
  const files = listSources(root).filter((file) => TEST.test(file) && projectOf(file) === project);
  return run === "full" ? files : files.filter((file) => !isFullOnly(file));
}

/** No test file is in neither run. @param {string} root */
export function checkTestFiles(root) {
  const sources = new Set(listSources(root));
  return listTree(root)
    .filter(({ path, isFolder }) => !isFolder && TEST.test(path) && !path.startsWith("web/public/"))
    .filter(({ path }) => !sources.has(path) || projectOf(path) === undefined)
    .map(({ path }) => `${path}: is in neither run (CONTRIBUTING.md says where a test goes)`);
}
