import { describe, expect, it } from "vitest";
import { checkLock } from "./check-lock.mjs";
import { plantTree } from "./planted-tree.ts";

const problemsOf = (packages: object) => checkLock(plantTree({ "package-lock.json": JSON.stringify({ packages }) }));

const whole = {
  "": { devDependencies: { lint: "1.0.0" }, optionalDependencies: { "lint-linux": "1.0.0" } },
  server: { dependencies: { pool: "1.0.0" } },
  "node_modules/lint": { integrity: "sha512-a", optionalDependencies: { "lint-linux": "1.0.0" } },
  "node_modules/lint-linux": { integrity: "sha512-b", optional: true },
  "node_modules/pool": { integrity: "sha512-c", dependencies: { queue: "1.0.0" } },
  "node_modules/pool/node_modules/queue": { integrity: "sha512-d" },
};

describe("lock file", () => {
  it("accepts a complete lock file", () => {
    expect(problemsOf(whole)).toEqual([]);
  });

  it("reports an optional dependency without an entry, which makes npm ci fail elsewhere", () => {
    const { "node_modules/lint-linux": _left, ...holed } = whole;
    expect(problemsOf(holed)).toEqual([
      "package-lock.json: the root needs lint-linux, which has no entry",
      "package-lock.json: node_modules/lint needs lint-linux, which has no entry",
    ]);
  });

  it("reports a dependency that only another package has installed", () => {
    const problems = problemsOf({ ...whole, server: { dependencies: { queue: "1.0.0" } } });
    expect(problems).toEqual(["package-lock.json: server needs queue, which has no entry"]);
  });

  it("reports a missing integrity, a named host and an empty file", () => {
    const flawed = {
      "node_modules/pool": { resolved: "https://registry.example.org/pool.tgz" },
      "node_modules/a": { integrity: "sha512-a" },
    };
    expect(problemsOf(flawed)).toEqual([
      "package-lock.json: node_modules/pool has no integrity",
      "package-lock.json: node_modules/pool names a host",
    ]);
    expect(problemsOf({})).toEqual(["package-lock.json: lists no package"]);
    expect(checkLock(plantTree({ "package.json": "{}" }))).toEqual(["there is no package-lock.json"]);
  });

  it("reports install scripts that nobody allowed or denied, unless none is run there", () => {
    const scripted = { ...whole, "node_modules/pool": { integrity: "sha512-c", hasInstallScript: true } };
    const problemsWith = (files: Record<string, string>) =>
      checkLock(plantTree({ "package-lock.json": JSON.stringify({ packages: scripted }), ...files }));
    expect(problemsWith({ "package.json": "{}" })).toEqual([
      "package-lock.json: node_modules/pool has install scripts, and allowScripts says nothing of pool",
    ]);
    expect(problemsWith({ "package.json": '{ "allowScripts": { "pool": false } }' })).toEqual([]);
    expect(problemsWith({ ".npmrc": "ignore-scripts=true\n" })).toEqual([]);
  });

  it("reports more packages in production than were decided on, and counts none of development", () => {
    const many = (flags: object) =>
      Object.fromEntries(
        Array.from({ length: 251 }, (_, n) => [`node_modules/p${n}`, { integrity: "sha512-a", ...flags }]),
      );
    expect(problemsOf(many({}))).toEqual([
      "package-lock.json: 251 packages are for production; PRODUCTION_MAX allows 250",
    ]);
    expect(problemsOf(many({ dev: true }))).toEqual([]);
  });
});
