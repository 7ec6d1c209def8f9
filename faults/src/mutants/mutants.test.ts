import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leaks } from "../day/leaks.ts";
import { repository } from "../product/product.ts";
import { mutate } from "./mutant.ts";
import { mutants } from "./mutants.ts";

const twice = { file: "a.ts", find: "go", replace: "stop" };

test("[ERR-3] a mutant whose text is missing or occurs twice is refused", () => {
  expect(mutate("let go;", twice)).toBe("let stop;");
  expect(() => mutate("let come;", twice)).toThrow("it stands there 0 times");
  expect(() => mutate("go, go", twice)).toThrow("it stands there 2 times");
});

describe("the mutants", () => {
  test.each(leaks)("[OPS-7] the leak of $foundAs still fits the server's sources", ({ replacement }) => {
    const source = readFileSync(join(repository, replacement.file), "utf8");
    expect(mutate(source, replacement)).not.toBe(source);
  });

  test.each(mutants)("[ERR-3] $name still fits the server's sources", ({ replacements }) => {
    expect(replacements.length).toBeGreaterThan(0);
    for (const replacement of replacements) {
      const source = readFileSync(join(repository, replacement.file), "utf8");
      expect(mutate(source, replacement)).not.toBe(source);
    }
  });
});
