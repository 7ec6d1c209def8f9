import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { endAfterAll } from "../testing/at-end.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { connectOwn, freeze } from "../testing/own-postgres.ts";
import { initialisedFolder, shareServer, until } from "../testing/server-process.ts";

const DATA_DIR = initialisedFolder("demo", endAfterAll());
const start = shareServer(() => ({ DATA_DIR, DEMO: "1", LIMITS: "off", LOG_LEVEL: "silent" }));

async function startSending() {
  const server = await start();
  const token = await signIn(server.url, "ana");
  const send = async (message: string): Promise<{ readonly status: number; readonly ms: number }> => {
    const elapsedMs = startStopwatch();
    const { status } = await call(server.url, "/api/v1/publish/oferta.10001", { token, body: { message } });
    return { status, ms: elapsedMs() };
  };
  return { server, send };
}

test("[RUN-4a] after kill -9 the next start is ready in 5 s", async () => {
  const recover = async (): Promise<number> => {
    const { server, send } = await startSending();
    expect((await send("Înainte")).status).toBe(201);
    server.signal("SIGKILL");
    await server.ended;
    const elapsedMs = startStopwatch();
    await start();
    return elapsedMs();
  };
  expect(await medianOfThree(recover)).toBeLessThan(onThisMachine(5000));
});

test("[ERR-5] sends that queue while the database hangs are refused in 5 s, and accepted again within 5 s", async () => {
  const { send } = await startSending();
  await Promise.all(Array.from({ length: 5 }, () => send("Înainte")));
  const recoveries: number[] = [];
  const hang = async (): Promise<number> => {
    const resume = freeze(DATA_DIR);
    const waited = await Promise.all(Array.from({ length: 30 }, () => send("În timpul opririi")));
    expect(waited.map(({ status }) => status)).toEqual(waited.map(() => 503));
    resume();
    const sinceResumed = startStopwatch();
    await until(async () => ((await send("După")).status === 201 ? true : undefined));
    recoveries.push(sinceResumed());
    return Math.max(...waited.map(({ ms }) => ms));
  };
  expect(await medianOfThree(hang)).toBeLessThan(onThisMachine(5000));
  expect(await medianOfThree(() => Promise.resolve(recoveries.shift() ?? Infinity))).toBeLessThan(onThisMachine(5000));
});

test("[ERR-5] a send to a locked room is refused in 5 s", async () => {
  const { send } = await startSending();
  const other = await connectOwn(DATA_DIR);
  const meetHeldRoom = async (): Promise<number> => {
    await other.query("begin");
    await other.query("select from rooms for update");
    const { status, ms } = await send("Bună ziua");
    await other.query("rollback");
    expect(status).toBe(503);
    return ms;
  };
  expect(await medianOfThree(meetHeldRoom)).toBeLessThan(onThisMachine(5000));
});
