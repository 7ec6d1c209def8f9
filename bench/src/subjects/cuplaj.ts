import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BENCH_APP } from "../publisher.ts";
import { type Subject, SUBJECT_NODE_OPTIONS, subjectOf } from "./subject.ts";

export const thisTree = fileURLToPath(new URL("../../..", import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** Starts the whole server of a tree as operators do, with its own PostgreSQL but without rate limits and quotas. */
export async function startCuplaj(tree = thisTree, settings: Settings = {}): Promise<Subject> {
  const dataFolder = mkdtempSync(join(tmpdir(), "bench-cuplaj-"));
  // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
  chmodSync(dataFolder, 0o711);
  const child = launch(join(dataFolder, "data"), tree, settings);
  child.once("exit", () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return await readySubject(child);
}

export async function startCuplajOn(dataDir: string, tree = thisTree, settings: Settings = {}): Promise<Subject> {
  return await readySubject(launch(dataDir, tree, settings));
}

function launch(dataDir: string, tree: string, settings: Settings = {}): ChildProcess {
  const words = [...nodeOptionsOf(tree), ...SUBJECT_NODE_OPTIONS, join(tree, "server/src/main.ts")];
  return spawn(process.execPath, words, {
    // Keeps out the caller's settings and the repository's .env.
    cwd: dirname(dataDir),
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      DEMO: "0",
      LIMITS: "off",
      PUSHER_APP_ID: BENCH_APP.id,
      PUSHER_APP_KEY: BENCH_APP.key,
      PUSHER_APP_SECRET: BENCH_APP.secret,
      ...settings,
    },
    // Closing the channel stops the server, and it closes even if the bench is killed.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
}

/** The Node options that the tree declares; older trees declare none. */
function nodeOptionsOf(tree: string): readonly string[] {
  const file = join(tree, "server/node-options.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

async function readySubject(child: ChildProcess): Promise<Subject> {
  const port = await portOf(child);
  return subjectOf(child, { name: "cuplaj", version: "this commit", port }, "SIGTERM");
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const port = /^Cuplaj is ready: http:\/\/[^:]+:(\d+)\/$/mu.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code} before it was ready`)));
  });
}
