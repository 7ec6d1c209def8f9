import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import compileMessage from "icu-minify/compile";
import { defineConfig, type Plugin } from "vite";

/** Where the dev server finds the product's own server. */
const serverUrl = process.env["SERVER_URL"] ?? "http://127.0.0.1:8080";

const brotli = promisify(brotliCompress);
const compressible = /\.(?:js|css|html|svg|webmanifest|json)$/;
const wordFile = /\/src\/[a-z-]+\/(ro|en)\.ts$/;

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

/** Class names that repeat their file's name and their own: they compress to almost nothing, a hash in each does not (PERF-1). */
const className = (name: string, file: string): string =>
  `${basename(file.split("?")[0] ?? "", ".module.css")}_${name}`;

export default defineConfig({
  css: { modules: { generateScopedName: className } },
  // React Compiler memoizes the rows that the lists draw again and again; elsewhere its memo slots cost 5 kB for little (PERF-1).
  plugins: [
    compiledWords(),
    react({
      compiler: { sources: ["/src/messages/", "/src/actions/", "/src/rooms/room-row", "/src/rooms/room-preview"] },
    }),
    brotliCopies(),
  ],
  resolve: {
    alias: [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }],
  },
  build: {
    target: "baseline-widely-available",
    manifest: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // PERF-1: 1.4 kB less than the default minifier makes of the same code. Functions with variables of their own stay
    // functions: written in place they pack less well.
    minify: "terser",
    // Hashes do not pack: shorter ones are enough to tell two builds of a file apart (PERF-1), and up to 4,096 chunks apart.
    rolldownOptions: {
      output: {
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // A language is one file, whichever slices its words belong to.
        codeSplitting: { groups: [{ name: (id) => wordFile.exec(id)?.[1] ?? null }] },
      },
    },
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2, inline: 2 } },
  },
  server: {
    proxy: {
      "/api": serverUrl,
      "/app": { target: serverUrl, ws: true },
    },
  },
});
