import { type ChildProcess, spawn } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { until } from "../clock.ts";
import type { Host } from "./network.ts";

/** A push service on each node's machine: in a private network, a server calls only its own machine. */
export interface PushReceivers {
  /** Creates the subscription of a browser with this name. */
  subscriptionOf(name: string): object;
  /** The number of pushes that a browser got from all nodes together. */
  pushesTo(name: string): number;
  stop(): void;
}

const port = 9100;
const program = fileURLToPath(new URL("./push-receiver.mjs", import.meta.url));

export async function startPushReceivers(nodes: readonly Host[]): Promise<PushReceivers> {
  const children: ChildProcess[] = [];
  const pushes = new Map<string, number>();
  const stop = (): void => {
    process.off("exit", stop);
    for (const child of children) child.kill("SIGKILL");
  };
  process.once("exit", stop);
  let listening = 0;
  for (const node of nodes) {
    const child = spawn(...node.command(process.execPath, [program, String(port)]), {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.trim().split("\n")) {
        if (line === "listening") listening += 1;
        else pushes.set(line, (pushes.get(line) ?? 0) + 1);
      }
    });
  }
  await until(() => listening === nodes.length, 10_000, "the push services to listen");
  return {
    subscriptionOf(name) {
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const keys = { p256dh: pair.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
      return { endpoint: `http://127.0.0.1:${port}/${name}`, expirationTime: null, keys };
    },
    pushesTo: (name) => pushes.get(`/${name}`) ?? 0,
    stop,
  };
}
