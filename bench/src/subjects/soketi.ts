import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, untilListening } from "../listening.ts";
import { BENCH_APP } from "../publisher.ts";
import { type Subject, SUBJECT_NODE_OPTIONS, subjectOf } from "./subject.ts";

const peersFolder = fileURLToPath(new URL("../../peers", import.meta.url));
const soketiFolder = join(peersFolder, "node_modules/@soketi/soketi");

/** Starts soketi on Node 20, which its native module needs. Installs it on first use. */
export async function startSoketi(): Promise<Subject> {
  installPeers();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), "bench-soketi-"));
  const configFile = join(folder, "soketi.json");
  writeFileSync(configFile, JSON.stringify(config(port, metricsPort)));
  const child = spawn(
    join(peersFolder, `node_modules/node-linux-${process.arch}/bin/node`),
    [...SUBJECT_NODE_OPTIONS, join(soketiFolder, "bin/server.js"), "start", `--config=${configFile}`],
    { stdio: ["ignore", "ignore", "ignore"], env: { ...process.env, NODE_NO_WARNINGS: "1" } },
  );
  process.once("exit", () => child.kill("SIGKILL"));
  try {
    await untilListening("soketi", port);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
  return subjectOf(child, { name: "soketi", version: `soketi ${soketiVersion()}`, port });
}

/** Installs the other servers from the lock file, without install scripts. */
function installPeers(): void {
  if (existsSync(soketiFolder)) return;
  console.log("Installing the servers to compare with (bench/peers) ...");
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: peersFolder, stdio: "inherit" });
}

function soketiVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(soketiFolder, "package.json"), "utf8"));
  return manifest.version;
}

function config(port: number, metricsPort: number): Record<string, unknown> {
  return {
    host: "127.0.0.1",
    port,
    debug: false,
    "metrics.enabled": false,
    "metrics.host": "127.0.0.1",
    "metrics.port": metricsPort,
    "appManager.array.apps": [
      {
        ...BENCH_APP,
        enabled: true,
        maxConnections: -1,
        enableClientMessages: true,
        maxBackendEventsPerSecond: -1,
        maxClientEventsPerSecond: -1,
        maxReadRequestsPerSecond: -1,
        webhooks: [],
      },
    ],
  };
}
