import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const WORDS = /\/_ro-[^/]+\.js$/;
const ROOM_WORDS = /\/_room-ro-[^/]+\.js$/;
const LIST_MODULES = [/\/_list-[^/]+\.js$/, WORDS];
const CONVERSATION_MODULES = [...LIST_MODULES, /\/_conversation-[^/]+\.js$/, ROOM_WORDS];
/** Files of sign-in, administration and the question before signing out, whose style sheets are the only ones that may load later. */
const OTHER_SCREENS = /\/(?:_unsent-dialog|_sign-in-|admin-screen\.|logout-page\.)/;
const BUDGETS = [
  { name: "a usable room list", bytes: 150_000, modules: LIST_MODULES },
  { name: "an open, live conversation", bytes: 210_000, modules: CONVERSATION_MODULES },
  { name: "the sign-in page", bytes: 150_000, modules: [/\/_sign-in-[^/]+\.js$/, WORDS, ROOM_WORDS] },
];

/** EMB-4g: the maximum size of the loader on a host's page, brotli bytes. */
const LOADER = { file: "embed.js", bytes: 6000 };

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

/**
 * The files loaded with these lazy modules, largest first, and the sum of their sizes, brotli bytes. @param {string} dist @param {RegExp[]} modules
 */
export function measureLoad(dist, modules) {
  const manifest = manifestOf(dist);
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

/**
 * PERF-12: modules with late style sheets: each makes the browser lay out the whole page again. @param {string} dist @param {RegExp[]}
 * modules
 */
export function lateSheets(dist, modules) {
  const loaded = new Set(measureLoad(dist, modules).parts.map(({ file }) => file));
  return Object.entries(manifestOf(dist))
    .filter(([key, { css = [] }]) => !OTHER_SCREENS.test(`/${key}`) && css.some((file) => !loaded.has(file)))
    .map(([key]) => key);
}

/** @param {string} dist */
function manifestOf(dist) {
  const file = path.join(dist, ".vite/manifest.json");
  if (!existsSync(file)) throw new Error(`${file} is missing: build the web app first (npm run build).`);
  return /** @type {Record<string, Chunk>} */ (JSON.parse(readFileSync(file, "utf8")));
}

/** The keys of the chunks that load with `starts`, including those. @param {Record<string, Chunk>} manifest @param {string[]} starts */
function reach(manifest, starts) {
  const found = new Set(starts);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}

/** The scripts, preloads and style sheets of index.html. @param {string} dist */
function filesOfPage(dist) {
  const page = readFileSync(path.join(dist, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="(?:\.?\/)?([^":]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
  return named.filter((file) => existsSync(path.join(dist, file)));
}

/** @param {string} file */
function brotliBytes(file) {
  return brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function report() {
  const dist = path.resolve(import.meta.dirname, "../web/dist");
  const { parts } = measureLoad(dist, CONVERSATION_MODULES);
  for (const part of parts) console.log(`${String(part.bytes).padStart(8)} ${part.file}`);
  const late = lateSheets(dist, CONVERSATION_MODULES);
  for (const key of late)
    console.log(`${key} brings a style sheet of its own (PERF-12): see roomFile in web/vite.config.ts`);
  const areMet = BUDGETS.map((budget) => {
    const { bytes } = measureLoad(dist, budget.modules);
    console.log(`Up to ${budget.name}: ${bytes} of ${budget.bytes} bytes (brotli)`);
    return bytes > 0 && bytes <= budget.bytes;
  }).every(Boolean);
  const loaderBytes = brotliBytes(path.join(dist, LOADER.file));
  console.log(`The loader for hosts: ${loaderBytes} of ${LOADER.bytes} bytes (brotli)`);
  return areMet && late.length === 0 && loaderBytes <= LOADER.bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = report() ? 0 : 1;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
