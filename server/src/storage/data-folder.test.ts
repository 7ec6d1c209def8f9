import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdDataFolder } from "./data-folder.ts";

test("[RUN-4] a DATA_DIR is made with its parents and held by one alone", () => {
  const parent = mkdtempSync(join(tmpdir(), "cuplaj-folder-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const path = join(parent, "a", "b", "data");
  const held = holdDataFolder(path);
  expect(held.kind).toBe("held");
  expect(statSync(path).isDirectory()).toBe(true);
  expect(holdDataFolder(path).kind).toBe("in-use");
  if (held.kind === "held") held.folder.release();
});

test.runIf(process.platform === "linux")(
  "[RUN-6] a DATA_DIR where no folder can be made is told at once, even where its parent denies that it exists",
  () => expect(() => holdDataFolder("/proc/cuplaj/data")).toThrow(/^DATA_DIR \/proc\/cuplaj\/data cannot be written/u),
);
