/**
 * Makes folders that tests copy to skip a first startup: `node server/src/testing/make-data-templates.ts <folder>`. A first startup makes
 * `<folder>/empty`; another one fills a copy, `<folder>/demo`, with the demo.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("which folder? node server/src/testing/make-data-templates.ts <folder>");
const [empty, demo] = [join(folder, "empty"), join(folder, "demo")];
await startOnce(empty, "0");
execFileSync("cp", ["-a", empty, demo]);
await startOnce(demo, "1");

/** Starts and stops the server once. Each copy gets its identities at its own first startup. */
async function startOnce(dataDir: string, demoMode: "0" | "1"): Promise<void> {
  const server = spawn(process.execPath, [fileURLToPath(new URL("../main.ts", import.meta.url))], {
    // Runs outside the repository, whose .env must not affect the server.
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", DEMO: demoMode, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const isReady = new Promise<void>((resolve) => {
    server.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes("Cuplaj is ready")) resolve();
    });
  });
  try {
    await Promise.race([isReady, ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)))]);
    await forgetIdentity(dataDir);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

/** Removes the epoch and the application's keys. */
async function forgetIdentity(dataDir: string): Promise<void> {
  const client = new pg.Client({
    host: join(dataDir, "postgres"),
    user: "cuplaj",
    database: "cuplaj",
    password: readFileSync(join(dataDir, "postgres-password"), "utf8").trim(),
  });
  await client.connect();
  try {
    await client.query(String.raw`delete from settings where key = 'epoch' or key like 'pusher\_app\_%'`);
  } finally {
    await client.end();
  }
}
