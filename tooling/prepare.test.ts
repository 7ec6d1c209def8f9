import { describe, expect, it } from "vitest";
import { plantTree } from "./planted-tree.ts";
import { isInstalled, requireMade } from "./prepare.mjs";

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

describe("an installation", () => {
  it("[RUN-1] is complete with every package, including those for development", () => {
    const { "node_modules/pool": pool } = wanted;
    expect([isInstalled(withTree({ "node_modules/pool": pool })), isInstalled(withTree(wanted))]).toEqual([
      false,
      true,
    ]);
  });

  it("[RUN-1] is incomplete without the link to a new workspace", () => {
    const packages = { "node_modules/@cuplaj/protocol": { resolved: "protocol", link: true } };
    const lock = { "package-lock.json": JSON.stringify({ packages }) };
    const record = { "node_modules/.package-lock.json": JSON.stringify({ packages }) };
    expect(isInstalled(plantTree({ ...lock, ...record }))).toBe(false);
    expect(isInstalled(plantTree({ ...lock, ...record, "node_modules/@cuplaj/protocol/package.json": "{}" }))).toBe(
      true,
    );
  });

  it("[RUN-1] is incomplete with another version", () => {
    expect(isInstalled(withTree({ ...wanted, "node_modules/pool": { version: "0.9.0" } }))).toBe(false);
  });

  it("[RUN-1] must be complete in production, where nothing is installed or built", () => {
    const folder = plantTree({ "web/dist/index.html": "" });
    expect(() => requireMade(folder, "web/dist/index.html", "npm run build")).not.toThrow();
    expect(() => requireMade(folder, "node_modules/pool", "npm ci")).toThrow(
      "node_modules/pool is missing, and production neither installs nor builds: run npm ci, or install a release.",
    );
  });
});
