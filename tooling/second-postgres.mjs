import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { processorSeconds } from "./processor-time.mjs";

const START_TIMEOUT_MS = 30_000;

/** RUN-3: starts a temporary cluster on loopback, never as root, which PostgreSQL refuses. @param {string} binFolder @param {string} scratch */
export async function startSecondPostgres(binFolder, scratch) {
  const folder = mkdtempSync(path.join(scratch, "second-"));
  const owner = process.getuid?.() === 0 ? findOwner() : {};
  const password = randomBytes(18).toString("hex");
  const passwordFile = path.join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined) for (const file of [folder, passwordFile]) chownSync(file, owner.uid, owner.gid ?? 0);
  chmodSync(folder, 0o700);
  const data = path.join(folder, "data");
  const made = spawnSync(
    path.join(binFolder, "initdb"),
    [
      "-D",
      data,
      "-U",
      "cuplaj",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
    ],
    { ...owner, cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await findFreePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "max_connections=200",
  ];
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(path.join(binFolder, "postgres"), args, {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  // Ends PostgreSQL if the run is interrupted.
  process.once("exit", () => child.kill("SIGQUIT"));
  await waitUntilReady(child);
  return {
    usedSeconds: () => (child.pid === undefined ? 0 : processorSeconds(child.pid)),
    url: `postgresql://cuplaj:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns {{ uid?: number, gid?: number }} */
function findOwner() {
  const lines = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = lines.find(([name]) => name === "postgres") ?? lines.find(([name]) => name === "nobody");
  if (found === undefined) throw new Error("PostgreSQL refuses root, and there is no user postgres or nobody.");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** @param {import("node:child_process").ChildProcess} child */
async function waitUntilReady(child) {
  let log = "";
  const isReady = new Promise((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      log += chunk;
      if (log.includes("ready to accept connections")) resolve(undefined);
    });
    child.on("close", () => reject(new Error(`PostgreSQL ended at its start:\n${log}`)));
  });
  const timeout = sleep(START_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`PostgreSQL was not ready in ${START_TIMEOUT_MS} ms:\n${log}`);
  });
  await Promise.race([isReady, timeout]);
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
