import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requireFileChecker } from "./file-check-command.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const programs = join(folder, "programs");
mkdirSync(join(programs, "afolder"), { recursive: true });
writeFileSync(join(programs, "checker"), "", { mode: 0o755 });
writeFileSync(join(programs, "notes"), "", { mode: 0o644 });
const searchPath = [join(folder, "none"), programs].join(delimiter);

test.each([["checker", "{file}"], [join(programs, "checker"), "{file}"], null])(
  "[MSG-3fa] a runnable checker, or none, is accepted: %j",
  (...command) => {
    const words = command.flatMap((word) => word ?? []);
    expect(() => requireFileChecker(words.length === 0 ? null : words, searchPath)).not.toThrow();
  },
);

test.each(["nosuchprogram", "notes", "afolder", "programs/checker", join(programs, "notes")])(
  "[MSG-3fa][RUN-6] %s cannot be run, and startup fails with a message that names the setting",
  (program) => {
    expect(() => requireFileChecker([program, "{file}"], searchPath)).toThrow(
      `FILE_CHECK_COMMAND names the program ${program}, which does not exist`,
    );
  },
);
