import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findReleaseBefore, unpackRelease } from "./release-before.ts";

test("[RUN-12] nodes are upgraded from the commit that is named, unpacked with its own server and protocol", () => {
  const name = findReleaseBefore("HEAD") ?? "";
  expect(name).toMatch(/^[0-9a-f]{7,}$/u);
  const release = unpackRelease(name);
  onTestFinished(() => release.remove());
  const files = ["server/src/main.ts", "server/node-options.json", "node_modules/@cuplaj/protocol/package.json"];
  expect(files.filter((file) => !existsSync(join(release.tree, file)))).toEqual([]);
  expect(findReleaseBefore("no-such-commit")).toBeNull();
});
