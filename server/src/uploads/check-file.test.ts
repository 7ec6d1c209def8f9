import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { createFileCheck } from "./check-file.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { error: () => undefined };

/** A checker: finds EICAR's beginning harmful, is out of order where the file says so, and never answers where it says that. */
const program = join(folder, "checker");
writeFileSync(
  program,
  `#!/bin/sh
echo "$*" >> "${join(folder, "asked")}"
grep -q EICAR "$2" && exit 1
grep -q broken "$2" && exit 2
grep -q silent "$2" && exec sleep 60
exit 0
`,
);
chmodSync(program, 0o755);

function fileOf(text: string, name = "file"): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const check = createFileCheck({ command: [program, "--fdpass", "{file}"], clock: systemClock, log });

test("[MSG-3f] the checker's exit code decides: 0 is clean, 1 is not, all else is no answer", async () => {
  expect(await check(fileOf("o poză"))).toBe("clean");
  expect(await check(fileOf("EICAR"))).toBe("infected");
  expect(await check(fileOf("broken"))).toBe("unknown");
});

test("[MSG-3f] no shell reads the path, and $ in it stands for itself", async () => {
  const path = fileOf("o poză", "a $& $(touch pwned); b");
  expect(await check(path)).toBe("clean");
  expect(readFileSync(join(folder, "asked"), "utf8").split("\n").at(-2)).toBe(`--fdpass ${path}`);
  expect(existsSync("pwned")).toBe(false);
});

test("[MSG-3f] a checker that is not there, or does not answer in time, is no answer", async () => {
  const gone = createFileCheck({ command: [join(folder, "gone"), "{file}"], clock: systemClock, log });
  expect(await gone(fileOf("x"))).toBe("unknown");
  const slow = createFileCheck({ command: [program, "-", "{file}"], clock: systemClock, log, msMax: 200 });
  expect(await slow(fileOf("silent"))).toBe("unknown");
});

test("[MSG-3f] many files wait for their turn, and each gets its answer", async () => {
  const files = Array.from({ length: 12 }, (_, n) => fileOf(n % 3 === 0 ? "EICAR" : "curat", `many-${n}`));
  const answers = await Promise.all(files.map((path) => check(path)));
  expect(answers).toEqual(files.map((_, n) => (n % 3 === 0 ? "infected" : "clean")));
});
