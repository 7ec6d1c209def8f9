import { readdirSync } from "node:fs";
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { calls } from "@cuplaj/protocol/calls.ts";
import react from "@vitejs/plugin-react";
import compileMessage from "icu-minify/compile";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { firstPaint } from "./first-paint.ts";

/** Where the dev server finds the product's own server. */
const serverUrl = process.env["SERVER_URL"] ?? "http://127.0.0.1:8080";

const brotli = promisify(brotliCompress);
const compressible = /\.(?:js|css|html|svg|webmanifest|json|wasm)$/;
const wordFile = /\/src\/(?:[a-z-]+\/)+(?:room-|late-)?(ro|en)\.ts$/;
/** A language is a file for each step in which its words come, whichever slices they belong to. */
const wordStep = /\/(?:words-)?((?:room-|late-)?(?:ro|en))\.ts$/;
/** The first load, with what both the sign-in and the list or the conversation use: the one never waits for the other's code. */
const firstFile =
  /\/web\/src\/(?:(?:main|design\/(?:field|notice|segments|wait-button))\.tsx|design\/use-page-link\.ts|design\/person-mark\.tsx|sign-in\/sign-in-form\.module\.css)$/;
/** What screens in place of the conversation use of what is loaded ahead beside it: neither waits for all of the other's. */
const sharedFile =
  /\/(?:lucide-react\/.*\/eye(?:-off)?\.\w+|web\/src\/(?:design\/language-switch\.tsx|state\/sign-in\/password-length\.ts|platform\/page\/(?:open-outside|print-page)\.ts))$/;
/**
 * What an open conversation needs, and every style that may come beside one later: each sheet that comes declares the layers
 * of the cascade, at which browsers match and lay out the whole page again (PERF-12).
 */
const roomFile =
  /\/web\/src\/(?:(?:conversation\/(?:room-pane|list-pills|home-pane)|offers\/offer-pane)\.tsx|(?!sign-in\/|administration\/|navigation\/not-found).*\.module\.css)$/;

/** What no press opens beside a conversation: screens in its place, and what stands in it without being asked for. */
const otherFile =
  /\/(?:sign-in|two-factor|administration)\/|-(?:screen|page)\.tsx$|\/(?:picture-placeholder|join-question|decision-area|pending-file-view|toasts)\.tsx$/;

/** Components that load late beside the conversation (WEB-9): in one file they take one request while idle, not fifty of a kilobyte each. */
const isAhead = (id: string, context: Rolldown.ChunkingContext): boolean =>
  /\/web\/src\/.*\.tsx$/.test(id) &&
  !otherFile.test(id) &&
  (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

/** Words as the language files write them: sentences in a tree. */
interface Words {
  readonly [key: string]: string | Words;
}

/** Compiles the ICU messages of the slices, so that the page carries no parser for them (PERF-1). */
function compiledWords(): Plugin {
  return {
    name: "compiled-words",
    enforce: "pre",
    transform: async (_code, id) => {
      const language = wordFile.exec(id)?.[1];
      if (!language) return null;
      const { mtimeMs } = await stat(id);
      const module: Record<string, Words> = await import(`${pathToFileURL(id).href}?${mtimeMs}`);
      return { code: `export const ${language} = ${JSON.stringify(compiled(module[language] ?? {}))};`, map: null };
    },
  };
}

const compiled = (words: Words): unknown =>
  Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === "string" ? compileMessage(value) : compiled(value),
    ]),
  );

/** PERF-1: the page has method and path of each call, in the order that packs best, and nothing else of the table that they stand in. */
function compiledCalls(): Plugin {
  const rows = Object.entries(calls)
    .toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1))
    .map(([name, { method, path }]) => `${name} ${method} ${path}`);
  const read = `(row) => { const [name, method, path] = row.split(" "); return [name, { method, path }]; }`;
  const code = `export const calls = Object.fromEntries(${JSON.stringify(rows.join(";"))}.split(";").map(${read}));`;
  return {
    name: "compiled-calls",
    enforce: "pre",
    transform: (_code, id) => (id.endsWith("/protocol/src/calls.ts") ? { code, map: null } : null),
  };
}

/** Writes a brotli copy beside every text file of the build: compressed once, as well as can be, and never while serving. */
function brotliCopies(): Plugin {
  let folder = "";
  return {
    name: "brotli-copies",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    writeBundle: async () => {
      const entries = await readdir(folder, { recursive: true });
      for (const entry of entries.filter((name) => compressible.test(name))) {
        const path = join(folder, entry);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        await writeFile(`${path}.br`, await brotli(await readFile(path), { params }));
      }
    },
  };
}

/** EMB-4g: the loader that hosts put into their pages, as one script beside the app. */
function embedLoader(): Plugin {
  const root = join(import.meta.dirname, "../embed");
  return {
    name: "embed-loader",
    apply: "build",
    async generateBundle() {
      const built = await build({ root, logLevel: "warn", build: { write: false } });
      const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ("output" in each ? each.output : []));
      const script = outputs.find(({ fileName }) => fileName === "embed.js");
      if (script?.type !== "chunk") throw new Error("The embed workspace builds no embed.js.");
      this.emitFile({ type: "asset", fileName: script.fileName, source: script.code });
    },
  };
}

const styleFiles = readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".module.css"))
  .toSorted();

/**
 * PERF-1: a class or animation is called by the numbers of its file among the files and of itself in the file, which pack better than any name
 * and are the same in each build of the same sources.
 */
function className(name: string, file: string, css: string): string {
  const path = relative(join(import.meta.dirname, "src"), file.split("?")[0] ?? "");
  const names = [...new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/giu))];
  const [fileNumber, ownNumber] = [styleFiles.indexOf(path), names.indexOf(name)];
  if (fileNumber < 0 || ownNumber < 0) throw new Error(`No style file has the name ${name}: ${path}`);
  return `_${fileNumber.toString(36)}_${ownNumber.toString(36)}`;
}

/** A style module without a layer of its own is in its folder's: whatever a slice says wins over the design. */
function layeredStyles(): Plugin {
  return {
    name: "layered-styles",
    enforce: "pre",
    transform: (code, id) => {
      if (!id.endsWith(".module.css") || code.includes("@layer")) return null;
      const layer = id.includes("/src/design/") ? "design" : "slices";
      return { code: `@layer reset, tokens, base, design, slices;\n@layer ${layer} {\n${code}}`, map: null };
    },
  };
}

export default defineConfig({
  css: { modules: { generateScopedName: className } },
  // React Compiler memoizes the messages, which are drawn again and again; elsewhere its memo slots cost 7 kB for little (PERF-1).
  plugins: [
    compiledWords(),
    compiledCalls(),
    layeredStyles(),
    react({
      compiler: {
        sources: [
          "/src/actions/message-side",
          "/src/conversation/composer",
          "/src/conversation/message-",
          "/src/conversation/mosaic",
          "/src/conversation/row-",
          "/src/conversation/use-",
          "/src/conversation/list-",
          "/src/conversation/room-view",
        ],
      },
    }),
    firstPaint(),
    embedLoader(),
    brotliCopies(),
    // SW-1: all of the app but what reads HEIC, which is large and rare: the worker stores that once it was used.
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/worker/service-worker",
      filename: "sw.ts",
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: "iife",
        buildPlugins: { vite: [compiledCalls()] },
        globPatterns: ["**/*.{js,css,html,svg,png,woff2,webmanifest}"],
        // Hosts load the one; the other is loaded only where errors are reported (REP-1).
        globIgnores: ["embed.js", "assets/report-errors-*"],
        // The bundler's own hashes, and nothing else, make a file's name that of its bytes.
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
  ],
  resolve: {
    alias: [
      { find: /^use-intl$/, replacement: join(import.meta.dirname, "src/language/plain-intl.tsx") },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: join(import.meta.dirname, "src/design/create-icon.ts") },
    ],
  },
  // A worker loads its rare parts late too.
  worker: { format: "es", plugins: () => [compiledCalls()] },
  build: {
    target: "baseline-widely-available",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first load has the state of all slices; `tooling/check-size.mjs` holds its size, of which terser saves 2 kB (PERF-1).
    chunkSizeWarningLimit: 600,
    minify: "terser",
    terserOptions: {
      ecma: 2022,
      module: true,
      compress: { passes: 4, unsafe_arrows: true, unsafe_methods: true, pure_getters: true, keep_fargs: false },
    },
    // Hashes do not pack: shorter ones are enough to tell two builds of a file apart (PERF-1), and up to 4,096 chunks apart.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // Each step of a language is one file; so are the first load, the list, what an open conversation needs, the sign-in, and what
        // is loaded ahead while idle, each with what no one before it has: pieces that share one dictionary pack better (PERF-1).
        codeSplitting: {
          groups: [
            { name: (id) => wordStep.exec(id)?.[1] ?? null, priority: 4 },
            { name: "first", test: firstFile, priority: 4 },
            { name: "list", test: /\/web\/src\/home\/home-screen\.tsx$/, priority: 3 },
            { name: "conversation", test: roomFile, priority: 2 },
            { name: "shared", test: sharedFile, priority: 1 },
            { name: "password-form", test: /\/web\/src\/account\/password-form\.tsx$/, priority: 1 },
            { name: "sign-in", test: /\/web\/src\/sign-in\/(?:sign-in|register)-screen\.tsx$/, priority: 1 },
            { name: "runners", test: /\/late-runners\.ts$/, priority: 1 },
            { name: (id, context) => (isAhead(id, context) ? "ahead" : null), priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": serverUrl,
      "/app": { target: serverUrl, ws: true },
    },
  },
});
