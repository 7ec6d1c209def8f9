import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { freePort, untilListening } from "../listening.ts";

export interface RedisProcess {
  readonly pid: number;
  readonly url: string;
  /** Bytes sent to all servers since its start. */
  sentBytes(): Promise<number>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisProcess> {
  const port = await freePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", words, { stdio: "ignore" });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("error", () => undefined);
  await untilListening("redis-server (on Debian: apt-get install redis-server)", port);
  return {
    pid: child.pid ?? 0,
    url: `redis://127.0.0.1:${port}`,
    sentBytes: async () => Number(/^total_net_output_bytes:(\d+)/mu.exec(await infoOf(port))?.[1]),
    async stop() {
      process.off("exit", kill);
      kill();
      await once(child, "exit");
    },
  };
}

async function infoOf(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let said = "";
  socket.end("INFO stats\r\nQUIT\r\n");
  for await (const text of socket) said += String(text);
  return said;
}
