import { spawnSync } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, onTestFinished, type TestContext } from "vitest";
import type { AtEnd } from "./at-end.ts";
import { spawnWithUs } from "./spawn-with-us.ts";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export interface Redis {
  readonly url: string;
  stop(): Promise<void>;
  /** Starts Redis again, empty, at the same address. */
  startAgain(): Promise<void>;
  /** Halts Redis with its connections open, or lets it continue. */
  hang(isHung: boolean): void;
}

export const skipWithoutRedis = (context: TestContext): never =>
  context.skip("no redis-server on this machine: install Debian's package redis-server");

/** Starts a Redis that runs until the end of the test; skips the test if Redis is not installed. */
export async function startRedis(context: TestContext, port?: number): Promise<Redis> {
  if (!hasRedis) skipWithoutRedis(context);
  return await endedBy(onTestFinished, launchRedis(port));
}

/** Starts a Redis for all tests of a file; null if Redis is not installed. */
export async function startRedisOfFile(): Promise<Redis | null> {
  if (!hasRedis) return null;
  return await endedBy(afterAll, launchRedis());
}

/** Stops a Redis at the end, even if the test is aborted before it has started. */
async function endedBy(atEnd: AtEnd, starting: Promise<Redis>): Promise<Redis> {
  atEnd(async () => {
    const redis = await starting.catch(() => null);
    await redis?.stop();
  });
  return await starting;
}

async function launchRedis(port?: number): Promise<Redis> {
  const chosen = port ?? (await freePort());
  let running: Awaited<ReturnType<typeof launch>>;
  try {
    running = await launch(chosen);
  } catch (error) {
    // Another process may have taken the port in between.
    if (port !== undefined) throw error;
    return await launchRedis(await freePort());
  }
  return {
    url: `redis://127.0.0.1:${chosen}`,
    stop: () => running.stop(),
    async startAgain() {
      running = await launch(chosen);
    },
    hang: (isHung) => running.hang(isHung),
  };
}

async function launch(port: number): Promise<Pick<Redis, "stop" | "hang">> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawnWithUs("redis-server", args);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    void ended.then(() => reject(new Error("redis-server ended before it was ready")));
    child.stdout.on("data", (chunk) => String(chunk).includes("Ready to accept connections") && resolve());
  });
  return {
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
    hang: (isHung) => void child.kill(isHung ? "SIGSTOP" : "SIGCONT"),
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A proxy to a Redis that can fall silent. */
export interface RedisLink {
  readonly url: string;
  /** Stops all bytes on open connections without closing them; new connections work. */
  fallSilent(): void;
}

export async function linkTo({ url }: Pick<Redis, "url">, atEnd: AtEnd = onTestFinished): Promise<RedisLink> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => undefined);
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${portOf(server.address())}`,
    fallSilent() {
      for (const socket of open) socket.unpipe();
    },
  };
}

const portOf = (address: unknown): number =>
  typeof address === "object" && address !== null && "port" in address ? Number(address.port) : 0;
