import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeLoopDisk, whyNoLoopDisk } from "./loop-disk.ts";

const isPossible = (await whyNoLoopDisk()) === null;

test.runIf(isPossible)("[ERR-3] a power loss destroys unflushed data and leaves flushed data", async () => {
  const disk = makeLoopDisk();
  try {
    writeFileSync(join(disk.folder, "flushed"), "1", { flush: true });
    writeFileSync(join(disk.folder, "written"), "2");
    disk.cutPower();
    expect(() => readFileSync(join(disk.folder, "flushed"))).toThrow(/EIO/u);
    await disk.mountAgain();
    expect(readdirSync(disk.folder)).toEqual(["flushed"]);
  } finally {
    await disk.dispose();
  }
  expect(existsSync(dirname(disk.folder))).toBe(false);
  expect(readFileSync("/proc/mounts", "utf8")).not.toContain(disk.folder);
});
