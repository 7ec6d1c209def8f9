import { patienceMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Node's compile cache, which halves the cost of starting. */
export const compiledCode = join(root, "node_modules/.cache/node");

/** A running product with a folder and port of its own, as `npm start` runs it. */
export interface Product {
  readonly address: string;
  readonly folder: string;
  /** Kills the server, then restarts it with the same folder and port. */
  readonly crashAndRestart: (whileAway?: () => Promise<void>) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the real server with demo data, from the run's template if there is one. Rejects with the server's output. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  if (!existsSync(join(root, "web/dist/index.html"))) throw new Error("web/dist is missing: run `npm run build`");
  const folder = await mkdtemp(join(tmpdir(), "cuplaj-e2e-"));
  const templates = process.env["DATA_TEMPLATES"];
  // Only `cp -a` preserves the owner of PostgreSQL's files.
  if (templates !== undefined) await promisify(execFile)("cp", ["-a", `${join(templates, "demo")}/.`, folder]);
  let running = await startServer(folder, "0", settings);
  const port = new URL(running.address).port;
  return {
    address: running.address,
    folder,
    crashAndRestart: async (whileAway) => {
      await end(running.server, "SIGKILL");
      await whileAway?.();
      running = await startServer(folder, port, settings);
    },
    end: () => end(running.server, "SIGTERM"),
    stop: async () => {
      await end(running.server, "SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(
  folder: string,
  port: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, ["server/src/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: compiledCode,
      DATA_DIR: folder,
      PORT: port,
      DEMO: "1",
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // If a file fails to load, Vitest runs no teardown for it.
  const leave = (): unknown => server.kill("SIGTERM");
  process.once("exit", leave);
  server.once("exit", () => process.off("exit", leave));
  const address = await firstAddress(server);
  return { server, address };
}

function firstAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    let isOver = false;
    AbortSignal.timeout(patienceMs).addEventListener("abort", () => {
      if (isOver) return;
      server.kill("SIGTERM");
      reject(new Error(`the server printed no address:\n${said}`));
    });
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const match = /https?:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (!match) return;
      isOver = true;
      resolve(match[0]);
    };
    server.stdout?.on("data", listen);
    server.stderr?.on("data", listen);
    server.once("exit", (code) => {
      isOver = true;
      reject(new Error(`the server ended with ${String(code)} before it printed an address:\n${said}`));
    });
  });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => {
    server.once("exit", resolve);
  });
  server.kill(signal);
  await ended;
}
