import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** PERF-1: brotli bytes of script and style up to a usable room list. */
const BUDGET_BYTES = 120_000;
/** Lazy modules that the home screen always loads: the screen, the chat behind it and the default language. */
const HOME_MODULES = [/\/home-screen\.tsx$/, /\/chat-part\.ts$/, /\/language\/ro\.ts$/];

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */

/** The files of the first load, with their brotli size, largest first, and their sum. */
export function measureFirstLoad(/** @type {string} */ dist, homeModules = HOME_MODULES) {
  const manifestFile = path.join(dist, ".vite/manifest.json");
  if (!existsSync(manifestFile))
    throw new Error(`${manifestFile} is missing: build the web app first (npm run build).`);
  const manifest = /** @type {Record<string, Chunk>} */ (JSON.parse(readFileSync(manifestFile, "utf8")));
  const keys = Object.keys(manifest);
  const missing = homeModules.filter((module) => !keys.some((key) => module.test(`/${key}`)));
  if (missing.length > 0) throw new Error(`No chunk of the build matches ${missing.join(", ")}.`);
  const starts = keys.filter((key) => manifest[key]?.isEntry || homeModules.some((module) => module.test(`/${key}`)));
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

/** Prints the parts and their sum; answers whether the budget holds. */
function report() {
  const { parts, bytes } = measureFirstLoad(path.resolve(import.meta.dirname, "../web/dist"));
  for (const part of parts) console.log(`${String(part.bytes).padStart(8)} ${part.file}`);
  console.log(`First load: ${bytes} of ${BUDGET_BYTES} bytes (brotli)`);
  return bytes > 0 && bytes <= BUDGET_BYTES;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = report() ? 0 : 1;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
