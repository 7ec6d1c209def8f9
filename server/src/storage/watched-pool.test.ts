import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { isDatabaseAway } from "./database-away.ts";
import { WatchedPool } from "./watched-pool.ts";

/** `AuthenticationOk` and `ReadyForQuery`; queries after that get no response. */
const letIn = Buffer.from("5200000008000000005a0000000549", "hex");

const asked: string[] = [];
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    socket.write(letIn);
    socket.on("data", (bytes) => asked.push(bytes.toString("latin1")));
  });
});
afterAll(() => server.close());

test("[ERR-5] queries of a hanging database fail as soon as it counts as down", async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const at = server.address();
  const clock = new FakeClock();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  const pool = new WatchedPool({ host: "127.0.0.1", port, user: "cuplaj", pipeline: true }, { clock, log: silentLog });
  pool.on("connect", (client) => client.on("error", () => undefined));
  const failed = pool.query("select 'hangs'").catch((reason: unknown) => reason);
  await expect.poll(() => asked.some((bytes) => bytes.includes("hangs"))).toBe(true);
  clock.advance(3000);
  expect(isDatabaseAway(await failed)).toBe(true);
  await pool.end();
});
