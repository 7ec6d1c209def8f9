import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { plantTree } from "./planted-tree.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const TABLE = "protocol/src/room-endpoints.ts";

function check(change: (table: string) => string): string {
  const root = plantTree({});
  for (const file of ["tsconfig.base.json", "protocol"]) {
    cpSync(path.join(ROOT, file), path.join(root, file), {
      recursive: true,
      filter: (source) => !/node_modules|\.test\.ts$/u.test(source),
    });
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  writeFileSync(path.join(root, TABLE), change(readFileSync(path.join(ROOT, TABLE), "utf8")));
  const flags = ["-p", "protocol", "--pretty", "false"];
  return spawnSync(path.join(ROOT, "node_modules/.bin/tsc"), flags, { cwd: root, encoding: "utf8" }).stdout;
}

it("[SEC-4] a call without a limit, or with an unknown one, fails the type check", () => {
  expect(check((table) => table)).toBe("");
  expect(check((table) => table.replace(/^ +limit: "join",\n/mu, ""))).toContain("Property 'limit' is missing");
  expect(check((table) => table.replace('limit: "join"', 'limit: "nothing"'))).toContain('"nothing"');
});
