import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { until } from "../clock.ts";
import { freePort } from "../product/free-port.ts";
import { here } from "../product/machine.ts";

export interface RedisProcess {
  readonly url: string;
  kill(): Promise<void>;
  /** Suspends Redis with its connections open, or lets it continue. */
  hang(isHung: boolean): void;
  start(): Promise<void>;
}

export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

export async function startRedis(machine = here): Promise<RedisProcess> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const end = (): void => void child?.kill("SIGKILL");
  process.once("exit", end);
  const redis: RedisProcess = {
    url: `redis://${machine.address}:${port}`,
    async kill() {
      const ending = child;
      end();
      await until(() => ending?.signalCode !== null, 5000, "Redis to end");
    },
    hang: (isHung) => void child?.kill(isHung ? "SIGSTOP" : "SIGCONT"),
    async start() {
      const bound = ["--port", String(port), "--bind", machine.address, "--protected-mode", "no"];
      const started = spawn(...machine.command("redis-server", [...bound, "--save", "", "--appendonly", "no"]), {
        stdio: ["ignore", "pipe", "ignore"],
      });
      child = started;
      let isReady = false;
      started.stdout.on("data", (text: Buffer) => (isReady ||= text.includes("Ready to accept connections")));
      await until(() => isReady, 10_000, "Redis to start");
    },
  };
  await redis.start();
  return redis;
}
