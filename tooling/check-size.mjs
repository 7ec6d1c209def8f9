import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** Lazy modules of the room list: its screen and the default language, by their keys in the manifest. */
const LIST_MODULES = [/\/home-screen\.tsx$/, /\/_ro-[^/]+\.js$/];
/** What an open, live conversation loads beside it. */
const CONVERSATION_MODULES = [...LIST_MODULES, /\/room-pane\.tsx$/, /\/offer-pane\.tsx$/];
/** PERF-1: brotli bytes of script and style. */
const BUDGETS = [
  { name: "a usable room list", bytes: 130_000, modules: LIST_MODULES },
  { name: "an open, live conversation", bytes: 200_000, modules: CONVERSATION_MODULES },
];

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

/** The files that a page with these lazy modules has loaded, with their brotli size, largest first, and their sum. @param {string} dist @param {RegExp[]} modules */
export function measureLoad(dist, modules) {
  const manifestFile = path.join(dist, ".vite/manifest.json");
  if (!existsSync(manifestFile))
    throw new Error(`${manifestFile} is missing: build the web app first (npm run build).`);
  const manifest = /** @type {Record<string, Chunk>} */ (JSON.parse(readFileSync(manifestFile, "utf8")));
  const keys = Object.keys(manifest);
  const missing = modules.filter((module) => !keys.some((key) => module.test(`/${key}`)));
  if (missing.length > 0) throw new Error(`No chunk of the build matches ${missing.join(", ")}.`);
  const starts = keys.filter((key) => manifest[key]?.isEntry || modules.some((module) => module.test(`/${key}`)));
  const files = new Set(filesOfPage(dist));
  for (const key of reach(manifest, starts)) {
    const chunk = manifest[key];
    for (const file of [chunk?.file, ...(chunk?.css ?? [])]) if (file !== undefined) files.add(file);
  }
  const parts = [...files]
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => ({ file, bytes: brotliBytes(path.join(dist, file)) }))
    .toSorted((left, right) => right.bytes - left.bytes);
  return { parts, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}

/** Keys of the chunks that `starts` load at once, themselves included. @param {Record<string, Chunk>} manifest @param {string[]} starts */
function reach(manifest, starts) {
  const found = new Set(starts);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}

/** Scripts, preloads and style sheets that index.html names. @param {string} dist */
function filesOfPage(dist) {
  const page = readFileSync(path.join(dist, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="(?:\.?\/)?([^":]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
  return named.filter((file) => existsSync(path.join(dist, file)));
}

/** @param {string} file */
function brotliBytes(file) {
  return brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** Prints the parts and the sums; answers whether the budgets hold. */
function report() {
  const dist = path.resolve(import.meta.dirname, "../web/dist");
  const { parts } = measureLoad(dist, CONVERSATION_MODULES);
  for (const part of parts) console.log(`${String(part.bytes).padStart(8)} ${part.file}`);
  return BUDGETS.map((budget) => {
    const { bytes } = measureLoad(dist, budget.modules);
    console.log(`Up to ${budget.name}: ${bytes} of ${budget.bytes} bytes (brotli)`);
    return bytes > 0 && bytes <= budget.bytes;
  }).every(Boolean);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = report() ? 0 : 1;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
