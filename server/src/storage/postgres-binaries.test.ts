import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { completeLinks } from "./postgres-binaries.ts";

test("[RUN-3] the links between PostgreSQL's libraries are created if npm ran no install scripts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-binaries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const native = join(folder, "native");
  mkdirSync(join(native, "lib"), { recursive: true });
  writeFileSync(join(native, "lib/libicuuc.so.60.2"), "library");
  const links = ["libicuuc.so", "libicuuc.so.60"].map((name) => ({
    source: "native/lib/libicuuc.so.60.2",
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  await completeLinks(native);
  await completeLinks(native);
  expect(readFileSync(join(native, "lib/libicuuc.so.60"), "utf8")).toBe("library");
  expect(readFileSync(join(native, "lib/libicuuc.so"), "utf8")).toBe("library");
});
