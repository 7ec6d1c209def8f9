import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { layerRules, sliceOf } from "./layer-rules.mjs";
import { listSources, WORKSPACES } from "./source-files.mjs";

// dependency-cruiser's swc parser reads every file as plain TypeScript; JSX needs the flag, which depends on the file's ending.
const swc = createRequire(import.meta.url)("@swc/core");
const parseFileSync = swc.parseFileSync;
swc.parseFileSync = (/** @type {string} */ file, /** @type {object} */ options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith("x") });
const { cruise } = await import("dependency-cruiser");

/** @typedef {{ source: string, dependencies: { resolved: string }[] }} Module */

/** Returns violations of the layer rules, one sentence each, and the number of examined source files. */
export async function checkLayers(/** @type {string} */ root, sources = listSources(root)) {
  const folders = [...WORKSPACES, "tooling"].filter((folder) => existsSync(path.join(root, folder)));
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      parser: "swc",
      validate: true,
      combinedDependencies: true,
      doNotFollow: { path: "(^|/)node_modules/" },
      exclude: { path: "(^|/)(dist|results|public)/" },
      ruleSet: { forbidden: /** @type {any} */ (layerRules) },
    },
    {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"],
    },
  );
  if (typeof output === "string") throw new Error(output);
  const seen = new Set(output.modules.map((module) => module.source));
  const unseen = sources.filter((file) => !seen.has(file));
  const problems = output.summary.violations.map((found) => {
    const comment = layerRules.find((rule) => rule.name === found.rule.name)?.comment;
    const way = found.via?.map((step) => step.name).join(" -> ") ?? found.to;
    return `${found.rule.name}: ${found.from} -> ${way} (${comment})`;
  });
  const graph = folderGraph(output.modules);
  problems.push(
    ...folderCycles(graph),
    ...tooTangled(graph),
    ...unseen.map((file) => `UNSEEN: ${file} was not examined`),
  );
  return { problems: [...new Set(problems)], seen: sources.length - unseen.length, total: sources.length };
}

function folderGraph(/** @type {Module[]} */ modules) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const module of modules) {
    const from = sliceOf(module.source);
    for (const { resolved } of from === undefined ? [] : module.dependencies) {
      const to = sliceOf(resolved);
      if (from !== undefined && to !== undefined && from !== to)
        graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

const PAGE = { floors: 9, arrows: 220 };

/** D12: a folder is one floor above the highest folder that it imports. */
function tooTangled(/** @type {Map<string, Set<string>>} */ graph) {
  const page = [...graph.keys()].filter((folder) => folder.startsWith("web/"));
  /** @param {string} folder */
  const ownOf = (folder) => [...(graph.get(folder) ?? [])].filter((to) => to.startsWith("web/"));
  const arrows = page.flatMap(ownOf).length;
  /** @type {(folder: string, above: readonly string[]) => number} */
  const floorOf = (folder, above) =>
    1 + Math.max(0, ...ownOf(folder).map((to) => (above.includes(to) ? 0 : floorOf(to, [...above, folder]))));
  const floors = Math.max(0, ...page.map((folder) => floorOf(folder, [])));
  return floors > PAGE.floors || arrows > PAGE.arrows
    ? [`D12: the page has ${floors} floors and ${arrows} arrows of at most ${PAGE.floors} and ${PAGE.arrows}`]
    : [];
}

/** D7: finds chains of imports that leave a slice and come back to it. */
function folderCycles(/** @type {Map<string, Set<string>>} */ graph) {
  return [...graph.keys()].flatMap((start) => {
    const way = wayBack(graph, start);
    return way === undefined || way.some((slice) => slice < start) ? [] : [`D7: folders ${way.join(" -> ")}`];
  });
}

/** The shortest path from `start` through other slices and back. @param {Map<string, Set<string>>} graph @param {string} start */
function wayBack(graph, start) {
  const ways = [[start]];
  const visited = new Set();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return [...way, start];
      if (visited.has(next)) continue;
      visited.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, seen, total } = await checkLayers(process.cwd());
  for (const problem of problems) console.log(problem);
  console.log(`${seen} of ${total} modules examined, ${problems.length} broken layer rules`);
  process.exitCode = problems.length === 0 && total > 0 ? 0 : 1;
}
