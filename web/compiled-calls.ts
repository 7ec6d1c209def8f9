import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { calls } from "@cuplaj/protocol/calls.ts";
import type { Plugin } from "vite";

/** The code of the page and its worker, without tests, by file. */
const pageCode = readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith("testing"))
  .map((file) => [file, readFileSync(join(import.meta.dirname, "src", file), "utf8")] as const);

/**
 * PERF-1: reduces the table of calls to methods and paths, without calls that nothing here makes. Those that only late runners make come with them
 * (`late-calls.ts`).
 */
export function compiledCalls(): Plugin {
  const areIn = (isMeant: (file: string) => boolean): typeof rows => {
    const code = pageCode.flatMap(([file, text]) => (isMeant(file) ? text : [])).join("");
    return rows.filter(([name]) => code.includes(`"${name}"`) || code.includes(`calls.${name}.`));
  };
  // The order that compresses best.
  const rows = Object.entries(calls).toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1));
  const early = areIn((file) => !file.endsWith("late-runners.ts"));
  const late = areIn(() => true).filter((row) => !early.includes(row));
  const code: readonly (readonly [file: string, code: string])[] = [
    ["/protocol/src/calls.ts", `export const calls = ${tableOf(early)};`],
    [
      "/web/src/late-calls.ts",
      `import { calls } from "@cuplaj/protocol/calls.ts"; Object.assign(calls, ${tableOf(late)});`,
    ],
  ];
  return {
    name: "compiled-calls",
    enforce: "pre",
    transform: (_code, id) => code.flatMap(([file, made]) => (id.endsWith(file) ? { code: made, map: null } : []))[0],
  };
}

function tableOf(rows: readonly (readonly [name: string, call: { readonly method: string; readonly path: string }])[]) {
  const text = rows.map(([name, { method, path }]) => `${name} ${method} ${path}`).join(";");
  const read = `(row) => { const [name, method, path] = row.split(" "); return [name, { method, path }]; }`;
  return `Object.fromEntries(${JSON.stringify(text)}.split(";").map(${read}))`;
}
