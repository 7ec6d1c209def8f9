import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "./free-port.ts";
import { type Product, startProduct } from "./start-product.ts";

/** Two processes behind a proxy, with Redis between them. */
export interface TwoProcesses {
  readonly first: Product;
  readonly second: Product;
  readonly ports: readonly number[];
  readonly stop: () => Promise<void>;
}

/** Behind a proxy, `/metrics` requires this token. */
export const metricsToken = "a-token-for-the-monitor";

/** Starts two processes whose common public URL is `address`. */
export async function startTwoProcesses(address: string): Promise<TwoProcesses> {
  const redis = await startRedis();
  const ports = [await freePort(), await freePort()];
  const settings = {
    ...{ PUBLIC_URL: address, TRUST_PROXY: "1", REDIS_URL: redis.url, METRICS_TOKEN: metricsToken },
    // Off, since tests poll without pauses.
    LIMITS: "off",
  };
  const first = await startProduct({ ...settings, PORT: String(ports[0]) });
  const second = await startProduct({
    ...settings,
    PORT: String(ports[1]),
    DATABASE_URL: databaseOf(first),
    STORAGE_URL: pathToFileURL(join(first.folder, "files")).href,
  });
  const stop = async (): Promise<void> => {
    await second.stop();
    await first.stop();
    await redis.stop();
  };
  return { first, second, ports, stop };
}

function databaseOf({ folder }: Product): string {
  const password = encodeURIComponent(readFileSync(join(folder, "postgres-password"), "utf8").trim());
  return `postgresql://cuplaj:${password}@localhost/cuplaj?host=${encodeURIComponent(join(folder, "postgres"))}`;
}

async function startRedis(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", words, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.stdout.on("data", (text: Buffer) => text.includes("Ready to accept connections") && resolve());
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}
