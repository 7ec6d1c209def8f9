import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { checkerEnvironment } from "../../settings/file-check-command.ts";
import { createFileCheck } from "./check-file.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { error: () => undefined };
const [ana, mihai] = [1, 2];
const environment = checkerEnvironment();

const program = join(folder, "checker");
writeFileSync(
  program,
  `#!/bin/sh
echo "$*" >> "${join(folder, "asked")}"
grep -q EICAR "$2" && exit 1
grep -q broken "$2" && exit 2
grep -q silent "$2" && { sleep 60 & echo $! > "${join(folder, "started")}"; wait; }
grep -q secret "$2" && env > "${join(folder, "environment")}"
exit 0
`,
);
chmodSync(program, 0o755);

function fileOf(text: string, name = "file"): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const check = createFileCheck({ command: [program, "--fdpass", "{file}"], environment, clock: systemClock, log });

const silent = { command: [program, "-", "{file}"], environment, clock: systemClock, log };

test("[MSG-3f] the checker's exit code decides: 0 means clean, 1 infected, anything else unknown", async () => {
  expect(await check(fileOf("o poză"), ana)).toBe("clean");
  expect(await check(fileOf("EICAR"), ana)).toBe("infected");
  expect(await check(fileOf("broken"), ana)).toBe("unknown");
});

test("[MSG-3f] the path passes through no shell, and $ in it is literal", async () => {
  const path = fileOf("o poză", "a $& $(touch pwned); b");
  expect(await check(path, ana)).toBe("clean");
  expect(readFileSync(join(folder, "asked"), "utf8").split("\n").at(-2)).toBe(`--fdpass ${path}`);
  expect(existsSync("pwned")).toBe(false);
});

test("[MSG-3f] a missing or slow checker gives no verdict", async () => {
  const gone = createFileCheck({ command: [join(folder, "gone"), "{file}"], environment, clock: systemClock, log });
  expect(await gone(fileOf("x"), ana)).toBe("unknown");
  const slow = createFileCheck({ ...silent, limits: { checkMsMax: 200 } });
  expect(await slow(fileOf("silent"), ana)).toBe("unknown");
});

test("[MSG-3f] a slow checker is killed with its children", async () => {
  const slow = createFileCheck({ ...silent, limits: { checkMsMax: 500 } });
  await slow(fileOf("silent", "silent-with-another"), ana);
  const started = readFileSync(join(folder, "started"), "utf8").trim();
  // A killed process stays a zombie until its parent collects it.
  const isAlive = (): boolean =>
    existsSync(`/proc/${started}/stat`) && !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${started}/stat`, "utf8"));
  await expect.poll(isAlive).toBe(false);
});

test("[MSG-3fa] a checker gets only the environment variables it needs", async () => {
  const PATH = process.env["PATH"] ?? "";
  const given = checkerEnvironment({ PATH, HOME: folder, REDIS_URL: "redis://:secret@a" });
  expect(given).toEqual({ PATH, HOME: folder });
  await createFileCheck({ ...silent, environment: given })(fileOf("secret"), ana);
  const seen = readFileSync(join(folder, "environment"), "utf8")
    .split("\n")
    .map((line) => line.split("=")[0] ?? "");
  expect(seen.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_", ""].includes(name)).toSorted()).toEqual([
    "HOME",
    "PATH",
  ]);
});

test("[SEC-5g] a person's only file is checked before the remaining ones of an earlier person", async () => {
  const checked: string[] = [];
  const [slow, quick] = [fileOf("silent", "slow"), fileOf("curat", "quick")];
  const limited = createFileCheck({ ...silent, limits: { checkMsMax: 1000 } });
  const all = [slow, slow, quick].map((path) => limited(path, ana).then(() => checked.push("ana")));
  await Promise.all([...all, limited(quick, mihai).then(() => checked.push("mihai"))]);
  expect(checked).toEqual(["mihai", "ana", "ana", "ana"]);
});

test("[MSG-3f] a file that waits too long for its turn gets no verdict", async () => {
  const limited = createFileCheck({ ...silent, limits: { checkMsMax: 1000, waitMsMax: 100 } });
  const under = limited(fileOf("silent", "first"), ana);
  expect(await limited(fileOf("curat", "second"), ana)).toBe("unknown");
  await under;
});

test("[MSG-3f] many files queue, and each gets its verdict", async () => {
  const files = Array.from({ length: 12 }, (_, n) => fileOf(n % 3 === 0 ? "EICAR" : "curat", `many-${n}`));
  const answers = await Promise.all(files.map((path, n) => check(path, n % 5)));
  expect(answers).toEqual(files.map((_, n) => (n % 3 === 0 ? "infected" : "clean")));
});
