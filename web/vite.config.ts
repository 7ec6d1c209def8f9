import { readdirSync } from "node:fs";
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import compileMessage from "icu-minify/compile";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { compiledCalls } from "./compiled-calls.ts";
import { firstPaint } from "./first-paint.ts";

const serverUrl = process.env["SERVER_URL"] ?? "http://127.0.0.1:8080";

const brotli = promisify(brotliCompress);
const compressible = /\.(?:js|css|html|svg|webmanifest|json|wasm)$/;
const wordFile = /\/src\/(?:[a-z-]+\/)+(?:room-|late-)?(ro|en)\.ts$/;
/** Words of one language and step, which go into one file for all slices. */
const wordStep = /\/(?:words-)?((?:room-|late-)?(?:ro|en))\.ts$/;
/** Modules of the first load, and those that both sign-in and the list or conversation use, so that neither waits for the other's code. */
const firstFile =
  /\/web\/src\/(?:(?:main|design\/(?:field|notice|segments|wait-button))\.tsx|state\/navigation\/use-page-link\.ts|design\/person-mark\.tsx|sign-in\/sign-in-form\.module\.css)$/;
/** Modules shared by preloaded code and by screens that replace the conversation, so that neither waits for all of the other's code. */
const sharedFile =
  /\/(?:lucide-react\/.*\/eye(?:-off)?\.\w+|web\/src\/(?:design\/language-switch\.tsx|state\/sign-in\/password-length\.ts|platform\/page\/(?:open-outside|print-page)\.ts))$/;
/**
 * Modules of the open conversation, and every style that may load with it: each late sheet declares the cascade layers again, on which browsers
 * restyle the whole page (PERF-12).
 */
const roomFile =
  /\/web\/src\/(?:(?:conversation\/(?:room-pane|list-pills|home-pane)|offers\/offer-pane)\.tsx|(?!sign-in\/|administration\/|navigation\/not-found).*\.module\.css)$/;

/** Modules that no press in a conversation loads: other screens, and parts that appear by themselves. */
const otherFile =
  /\/(?:sign-in|administration)\/|-(?:screen|page)\.tsx$|\/(?:picture-placeholder|join-question|decision-area|pending-file-view|toasts)\.tsx$/;

/** Whether a component loads late next to the conversation (WEB-9). One file for all takes one idle request, instead of fifty for a kilobyte each. */
const isAhead = (id: string, context: Rolldown.ChunkingContext): boolean =>
  /\/web\/src\/.*\.tsx$/.test(id) &&
  !otherFile.test(id) &&
  (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;

interface Words {
  readonly [key: string]: string | Words;
}

/** Compiles the slices' ICU messages, so that the page needs no parser (PERF-1). */
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

/** Writes a brotli copy of every text file, so that each is compressed once, at the best level, and never while serving. */
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

/** EMB-4g: builds the loader that hosts embed, as one script next to the app. */
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

/** PERF-1: names a class or an animation by the number of its file and its number within the file, which is reproducible and compresses best. */
function className(name: string, file: string, css: string): string {
  const path = relative(join(import.meta.dirname, "src"), file.split("?")[0] ?? "");
  const names = [...new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/giu))];
  const [fileNumber, ownNumber] = [styleFiles.indexOf(path), names.indexOf(name)];
  if (fileNumber < 0 || ownNumber < 0) throw new Error(`No style file has the name ${name}: ${path}`);
  return `_${fileNumber.toString(36)}_${ownNumber.toString(36)}`;
}

/** Puts a style module that has no layer into its folder's layer, so that slices always override the design. */
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
  // React Compiler memoizes only the messages, which are redrawn often; elsewhere its memo slots would cost 7 kB for little gain (PERF-1).
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
    // SW-1: precaches the whole app except for the HEIC decoder, which is large and rarely needed: the worker stores it after its first use.
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
        // Hosts load the first, the next two are inlined in the page, and the last loads only if errors are reported (REP-1).
        globIgnores: ["embed.js", "first-calls.js", "theme.js", "assets/report-errors-*"],
        // File names already contain content hashes.
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
  worker: { format: "es", plugins: () => [compiledCalls()] },
  build: {
    target: "baseline-widely-available",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first load includes the state of all slices. `tooling/check-size.mjs` limits its size, and terser reduces it by 2 kB (PERF-1).
    chunkSizeWarningLimit: 600,
    minify: "terser",
    terserOptions: {
      ecma: 2022,
      module: true,
      compress: { passes: 4, unsafe_arrows: true, unsafe_methods: true, pure_getters: true, keep_fargs: false },
    },
    // Hashes do not compress. Seven characters are enough to distinguish builds (PERF-1) and up to 4,096 chunks.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // One file each for a language's step, the first load, the list, the open conversation, sign-in and the preloaded code, each without the
        // contents of earlier ones: code that shares a dictionary compresses better (PERF-1).
        codeSplitting: {
          groups: [
            { name: (id) => wordStep.exec(id)?.[1] ?? null, priority: 4 },
            { name: "first", test: firstFile, priority: 4 },
            { name: "list", test: /\/web\/src\/home\/home-screen\.tsx$/, priority: 3 },
            { name: "conversation", test: roomFile, priority: 2 },
            { name: "shared", test: sharedFile, priority: 1 },
            { name: "password-form", test: /\/web\/src\/account\/password-form\.tsx$/, priority: 1 },
            { name: "sign-in", test: /\/web\/src\/sign-in\/(?:sign-in|register)-screen\.tsx$/, priority: 1 },
            { name: "runners", test: /\/late-(?:parts?|runners|calls)\.ts$/, priority: 1 },
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
