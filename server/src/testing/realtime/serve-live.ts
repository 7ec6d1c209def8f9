import { createInterface } from "node:readline";
import { admittingApp } from "./core.ts";
import { startLiveServer } from "./live-server.ts";

/**
 * The realtime server as a program, for tests of clients. It prints its port, then executes JSON arrays from stdin, one per line: the name of an
 * action and its arguments. The program's first argument contains limits as JSON.
 */
const server = await startLiveServer({ apps: [admittingApp], limits: JSON.parse(process.argv[2] ?? "{}") });
const { realtime } = server;
const { id } = admittingApp;

const deeds: Readonly<Record<string, (...args: never[]) => unknown>> = {
  broadcast: (channel: string, event: string, data: unknown) =>
    realtime.broadcast(id, { channels: [channel], event, data }),
  closeUser: (userId: string, code: number) => realtime.closeUser(id, userId, code),
  unsubscribeUser: (userId: string, channel: string) => realtime.unsubscribeUser(id, userId, channel),
  countFrames: () => realtime.metrics().framesIn,
};

console.log(server.port);
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...args] = JSON.parse(line) as [string, ...never[]];
  console.log(JSON.stringify((await deeds[name]?.(...args)) ?? null));
}
await server.stop();
