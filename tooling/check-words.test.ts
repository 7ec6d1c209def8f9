import { describe, expect, it } from "vitest";
import { checkWords } from "./check-words.mjs";
import { plantTree } from "./planted-tree.ts";

describe("words", () => {
  it("accepts paths of the product and ordinary words", () => {
    const files = { "server/src/a.ts": "// GET /api/v1/all, ./home/page.tsx, web/src/home/a.ts, /usr/bin/chromium\n" };
    expect(checkWords(plantTree(files))).toEqual([]);
  });

  const unfinished = ["TO", "DO"].join("");
  const home = ["", "home", "ana"].join("/");

  it("reports marks of unfinished work and paths of one machine, with their line", () => {
    const files = {
      "server/src/a.ts": `const a = 1;\n// ${unfinished}: later\n`,
      "docs/a.md": `See ${home}/notes.\n`,
    };
    expect(checkWords(plantTree(files)).toSorted()).toEqual([
      "docs/a.md:1: a machine's path",
      "server/src/a.ts:2: unfinished work",
    ]);
  });
});
