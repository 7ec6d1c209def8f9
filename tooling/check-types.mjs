import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { listSources, WORKSPACES } from "./source-files.mjs";

/** The type errors of a project, and its files below `root`. @param {string} root @param {string} project */
async function checkProject(root, project) {
  const compiler = path.join(root, "node_modules/.bin/tsc");
  // Several checkers would each resolve the same schema types, which doubles the work, on a core that lint needs.
  const flags = ["--singleThreaded", "--listFiles", "--pretty", "false"];
  const child = spawn(compiler, ["-p", project, ...flags], { cwd: root });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  const lines = text.split("\n").filter((line) => line !== "");
  const files = lines.filter((line) => path.isAbsolute(line));
  const errors = lines.filter((line) => !path.isAbsolute(line));
  if (code !== 0 && errors.length === 0) errors.push(`${project}: tsc ended with code ${code}`);
  return { errors, files: files.map((file) => path.relative(root, file)) };
}

/** D12: the page's state compiles without the slices, so it declares everything that it uses. */
const STATE = "web/tsconfig.state.json";

async function checkTypes(/** @type {string} */ root) {
  const checked = new Set();
  const problems = [];
  for (const project of [...WORKSPACES, ".", STATE]) {
    const { errors, files } = await checkProject(root, project);
    const known = new Set(problems);
    problems.push(...errors.map((error) => (project !== STATE || known.has(error) ? error : `${STATE}: ${error}`)));
    for (const file of files) checked.add(file);
  }
  const unseen = listSources(root).filter((file) => /\.tsx?$/.test(file) && !checked.has(file));
  return [...new Set(problems), ...unseen.map((file) => `${file} belongs to no tsconfig.json`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = await checkTypes(process.cwd());
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
