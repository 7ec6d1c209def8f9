import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { startServerProcess, temporaryFolder } from "../testing/server-process.ts";

const { url: DATABASE_URL } = await createTestDatabase();

const notingFiles = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  import { isMainThread } from "node:worker_threads";
  import { writeFileSync } from "node:fs";
  const files = [];
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
  process.on("exit", () => isMainThread && writeFileSync(process.env.FILES_LOADED + process.pid, files.join("\\n")));
`)}`;

const readLoaded = (file: string, pid: number | undefined): readonly string[] =>
  readFileSync(`${file}${pid}`, "utf8").split("\n");

test("[PERF-20][PERF-20a] a startup on a current database loads no migration code, and nothing unused", async () => {
  const DATA_DIR = temporaryFolder();
  const FILES_LOADED = join(DATA_DIR, "loaded");
  const server = await startServerProcess({
    DATA_DIR,
    DATABASE_URL,
    DEMO: "0",
    FILES_LOADED,
    NODE_OPTIONS: notingFiles,
  });
  server.signal("SIGTERM");
  expect((await server.ended).exitCode).toBe(0);
  const files = readLoaded(FILES_LOADED, server.pid);
  expect(files.length).toBeGreaterThan(1000);
  const asked =
    /\/node_modules\/(?:@redis|@tus|ajv)\/|\/(?:storage\/upgrade|storage\/adopt-schema|backups\/back-up|demo\/fill-demo|api-docs\/openapi-document)\./u;
  expect(files.filter((file) => asked.test(file))).toEqual([]);
});

test("[PERF-20a] a process that opens files loads no TypeBox", async () => {
  const FILES_LOADED = join(temporaryFolder(), "loaded");
  const main = fileURLToPath(new URL("../files/inspection/media-main.ts", import.meta.url));
  const stdio: ["ignore", "ignore", "ignore", "ipc"] = ["ignore", "ignore", "ignore", "ipc"];
  const child = spawn(process.execPath, [notingFiles, main, "1e9"], { env: { FILES_LOADED }, stdio });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  child.disconnect();
  await once(child, "exit");
  const files = readLoaded(FILES_LOADED, child.pid);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => file.includes("/node_modules/typebox/"))).toEqual([]);
});
