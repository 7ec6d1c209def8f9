import { describe, expect, it } from "vitest";
import { plantTree } from "./planted-tree.ts";
import { isInstalled } from "./prepare.mjs";

const wanted = {
  "node_modules/pool": { version: "1.0.0" },
  "node_modules/lint": { version: "1.0.0", dev: true },
  "node_modules/lint-linux": { version: "1.0.0", devOptional: true },
};
const withTree = (present: object) =>
  plantTree({
    "package-lock.json": JSON.stringify({ packages: wanted }),
    "node_modules/.package-lock.json": JSON.stringify({ packages: present }),
  });

describe("what is installed", () => {
  it("[RUN-1a] is complete without the packages of development in production alone", () => {
    const { "node_modules/pool": pool } = wanted;
    const production = withTree({ "node_modules/pool": pool });
    expect([isInstalled(production, true), isInstalled(production, false)]).toEqual([false, true]);
    expect(isInstalled(withTree(wanted), true)).toBe(true);
  });

  it("[RUN-1] is not complete without the link to a workspace that is new", () => {
    const packages = { "node_modules/@cuplaj/protocol": { resolved: "protocol", link: true } };
    const lock = { "package-lock.json": JSON.stringify({ packages }) };
    const record = { "node_modules/.package-lock.json": JSON.stringify({ packages }) };
    expect(isInstalled(plantTree({ ...lock, ...record }))).toBe(false);
    expect(isInstalled(plantTree({ ...lock, ...record, "node_modules/@cuplaj/protocol/package.json": "{}" }))).toBe(
      true,
    );
  });

  it("[RUN-1a] is not complete with another version or without a package that production needs", () => {
    expect(isInstalled(withTree({ "node_modules/pool": { version: "0.9.0" } }), false)).toBe(false);
    expect(isInstalled(withTree({}), false)).toBe(false);
  });
});
