import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startHere, startProblem } from "../testing/server-here.ts";
import { initialisedFolder, runProgram, temporaryFolder } from "../testing/server-process.ts";

/** Starts a program that must fail with exit code 1 and print nothing on stdout. Returns stderr, which must be one sentence. */
async function problemOf(settings: Record<string, string>): Promise<string> {
  const end = await runProgram("main.ts", [], {
    LOG_LEVEL: "silent",
    PORT: "0",
    DATA_DIR: temporaryFolder(),
    ...settings,
  });
  expect(end).toMatchObject({ exitCode: 1, stdout: "" });
  expect(end.stderr.trim().split("\n")).toHaveLength(1);
  return end.stderr.trim();
}

/** Returns the sentence of a failed startup within this process. */
async function sentenceOfStart(settings: Record<string, string>): Promise<string> {
  const sentence = await startProblem({ DATA_DIR: temporaryFolder(), ...settings });
  expect(sentence.split("\n")).toHaveLength(1);
  return sentence;
}

test("[RUN-6] an invalid setting prevents startup with one sentence that names it", async () => {
  expect(await problemOf({ PORT: "http" })).toBe('PORT is "http"; allowed is a whole number from 0 to 65535.');
});

test("[RUN-6] an entry of PUSHER_APPS that repeats our own application prevents startup with one sentence", async () => {
  const PUSHER_APPS = JSON.stringify([{ id: "2", key: "ours", secret: "12345678" }]);
  const DATA_DIR = initialisedFolder("empty");
  expect(await sentenceOfStart({ DATA_DIR, DEMO: "0", PUSHER_APP_KEY: "ours", PUSHER_APPS })).toBe(
    "PUSHER_APPS has an entry with the key ours, which Cuplaj's own application already has: each needs its own id and key.",
  );
});

test("[RUN-6] a port in use prevents startup with one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  expect(await sentenceOfStart({ PORT: String(port) })).toMatch(
    `Port ${port} on 127.0.0.1 is in use by another program`,
  );
});

test("[RUN-6] an unwritable DATA_DIR prevents startup with one sentence", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(await sentenceOfStart({ DATA_DIR: join(file, "data") })).toMatch(
    /^DATA_DIR \S+ cannot be written \(not a directory\)/u,
  );
});

test("[RUN-6] an unreachable database prevents startup with one sentence, without the password", async () => {
  const url = "postgresql://cuplaj:hunter2@127.0.0.1:9/cuplaj";
  const problem = await problemOf({ DATABASE_URL: url });
  expect(problem).toMatch(/^The database at 127\.0\.0\.1:9 \(DATABASE_URL\) does not answer: /u);
  expect(problem).not.toContain("hunter2");
});

test("[RUN-6] an unreachable Redis prevents startup with one sentence", async () => {
  const problem = await sentenceOfStart({
    ...{ DATA_DIR: initialisedFolder("empty"), DEMO: "0" },
    REDIS_URL: "redis://:hunter2@127.0.0.1:9",
  });
  expect(problem).toMatch(/^The Redis at 127\.0\.0\.1:9 \(REDIS_URL\) does not answer/u);
  expect(problem).not.toContain("hunter2");
});

test("[RUN-6] an unreadable certificate prevents startup with one sentence", async () => {
  const settings = { TLS_CERT_FILE: "/nowhere.pem", TLS_KEY_FILE: "/nowhere.pem" };
  expect(await sentenceOfStart(settings)).toBe("TLS_CERT_FILE /nowhere.pem cannot be read (ENOENT).");
});

test("[MSG-3fa][RUN-6] a file checker that cannot be run prevents startup with one sentence", async () => {
  expect(await sentenceOfStart({ FILE_CHECK_COMMAND: "/nowhere/checker {file}" })).toMatch(
    /^FILE_CHECK_COMMAND names the program \/nowhere\/checker, which does not exist/u,
  );
});

test("[RUN-4] a second server on the same DATA_DIR is refused with one sentence, and the first continues", async () => {
  const DATA_DIR = initialisedFolder("empty");
  const first = await startHere({ DATA_DIR, DEMO: "0" });
  expect(await problemOf({ DATA_DIR })).toMatch(
    `DATA_DIR ${DATA_DIR} is in use by another Cuplaj (a server, or a command such as backup): `,
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});
