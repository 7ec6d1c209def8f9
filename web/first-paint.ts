import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/**
 * PERF-1b: inlines what the first paint needs and moves the style sheets behind it, so that the shell is drawn with the page's first bytes.
 * Scripts still wait for the sheets, as they would if these were in the head.
 */
export function firstPaint(): Plugin {
  return {
    name: "first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: async (html, { bundle = {} }) => {
        const theme = await headScript("theme");
        const calls = await headScript("first-calls");
        const files = JSON.stringify(firstFiles(bundle));
        const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        return sheets
          .reduce((page, sheet) => page.replace(sheet, ""), html)
          .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
          .replace('<script src="/first-calls.js"></script>', () => `<script>${calls.replace("{}", files)}</script>`)
          .replaceAll(/<!--.*?-->\s*/gs, "")
          .replace("</body>", `${sheets.join("")}</body>`);
      },
    },
  };
}

async function headScript(name: string): Promise<string> {
  const code = await readFile(join(import.meta.dirname, `public/${name}.js`), "utf8");
  return code.replaceAll(/^\s*\/\/.*\n/gm, "").replaceAll(/\n\s*/g, "");
}

/** PERF-1h: groups the files that an address may need first, and lists each file once. */
function firstFiles(bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const named = new Set<string>();
  const filesOf = (name: string): readonly string[] =>
    chunks
      .filter((chunk) => chunk.name === name)
      .flatMap(({ fileName, imports, viteMetadata }) => [fileName, ...imports, ...(viteMetadata?.importedCss ?? [])])
      .filter((file) => !named.has(file) && named.add(file))
      .map((file) => `/${file}`);
  const [first = ""] = filesOf("first");
  const names = ["ro", "en", "room-ro", "room-en", "list", "conversation", "sign-in"];
  const fonts = Object.keys(bundle).filter((file) => /inter-(?:latin-wght|romanian)/.test(file));
  return {
    first: [first],
    ...Object.fromEntries(names.map((name) => [name, filesOf(name)])),
    fonts: fonts.map((file) => `/${file}`),
  };
}
