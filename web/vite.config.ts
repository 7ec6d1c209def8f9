import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where the dev server finds the product's own server. */
const serverUrl = process.env["SERVER_URL"] ?? "http://127.0.0.1:8080";

const brotli = promisify(brotliCompress);
const compressible = /\.(?:js|css|html|svg|webmanifest|json)$/;

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
        const text = await readFile(path);
        const options = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
        };
        await writeFile(`${path}.br`, await brotli(text, options));
      }
    },
  };
}

export default defineConfig({
  plugins: [react({ compiler: true }), brotliCopies()],
  build: {
    target: "baseline-widely-available",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": serverUrl,
      "/app": { target: serverUrl, ws: true },
    },
  },
});
