import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { readConfig } from "../settings/config.ts";
import { freePort } from "../kernel/free-port.ts";
import { silentLog } from "../kernel/log.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { clockAt } from "../testing/clock-at.ts";
import { startServer } from "./start-server.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { addPeople } from "../testing/people.ts";
import { openRawSocket } from "../testing/raw-socket.ts";
import { temporaryFolder } from "../testing/server-process.ts";
import { type Entered, startTracer } from "../testing/trace-functions.ts";

const stationsMax = 8;

/** Timers longer than this do not belong to a message's path, ms. */
const longDelayMs = 200;

/** Intervals longer than this never fire here, ms; on a busy machine they might fire before time stands still. */
const rareMs = 10_000;

/** Files that a message passes but that do not count as stations. */
const beside = [
  ...["kernel/clock.ts", "start/compose-api.ts", "kernel/outcome.ts", "kernel/bounded-map.ts"],
  ...["sign-in/token.ts", "sign-in/session-watch.pg.ts"],
  ...["rooms/rules.ts", "messages/rules.ts", "rooms/log-rules.ts"],
  ...["storage/named-statement.ts", "storage/watched-pool.ts", "storage/database-watch.ts", "storage/in-time.ts"],
  ...["operations/metrics.ts", "operations/readiness.ts", "operations/routes.ts"],
  ...["operations/health-metrics.ts", "storage/time-connections.ts", "start/wire-background.ts"],
  ...["start/wire-realtime.ts", "rooms/room-tail.ts"],
  ...["realtime/channel-registry.ts", "realtime/frames.ts", "realtime/frame-batch.ts", "realtime/broadcast-pause.ts"],
  ...["realtime/cluster.ts", "realtime/bus.ts", "files/storage/storage-watch.ts"],
];
/** Files of every call, and of opening hours, which are read again once their copy is a second old (HOURS-1b). */
const isBesideAny = /^(?:http|opening-hours)\/|^storage\/stored-setting\.ts$/u;

function stationsOnPage(): { file: string; name: string }[][] {
  const page = readFileSync(new URL("../../../docs/architecture.md", import.meta.url), "utf8");
  const section = /## A message's way\n[^]*?(?=\n## )/.exec(page)?.[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| \d/.test(line));
  return rows.map((row) =>
    [...row.matchAll(/`([\w/.-]+\.ts)` `(\w+)`/g)].map(([, file = "", name = ""]) => ({ file, name })),
  );
}

/** When time stopped (ms since the epoch); null while it runs. */
interface Stillness {
  sinceMs: number | null;
}

/** The system clock. While time stands still, nothing ages, and neither timers set earlier nor intervals fire. */
function stoppableClock(stillness: Stillness): Clock {
  const unlessStill = (run: () => void) => () => stillness.sinceMs !== null || run();
  const isStill = (): boolean => stillness.sinceMs !== null;
  return {
    ...clockAt(() => stillness.sinceMs ?? systemClock.now()),
    setInterval: (run, everyMs) =>
      systemClock.setInterval(everyMs < rareMs ? unlessStill(run) : () => undefined, everyMs),
    setTimeout: (run, delayMs) =>
      systemClock.setTimeout(isStill() && delayMs < longDelayMs ? run : unlessStill(run), delayMs),
  };
}

async function startRoom(clock: Clock) {
  const { database, pool, url: databaseUrl } = await createTestDatabase();
  const { ana } = await addPeople({ database });
  const port = String(await freePort("127.0.0.1", 0, "PORT"));
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder(), PORT: port }, tmpdir());
  const server = await startServer(config, clock, silentLog);
  onTestFinished(() => server.stop());
  const url = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: object) => {
    const answer = await call(url, path, { token: ana.token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const { chat } = (await post("/api/v1/join", { type: 1, channel: 10_001 })) as { chat: { id: number } };
  const key = String((await call(url, "/api/v1/settings")).body["pusher_key"]);
  const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${key}`);
  const channel = "presence-oferta.10001";
  const signed = await post("/api/broadcasting/auth", { socket_id: socket.socketId, channel_name: channel });
  socket.send("pusher:subscribe", { channel, ...signed });
  await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
  await untilIdle(pool);
  return async (text: string): Promise<void> => {
    await post(`/api/v1/publish/${chat.id}`, { message: text });
    await socket.frame(({ event, data }) => event === "ChatMessage" && JSON.stringify(data).includes(text));
  };
}

/** Waits until work begun at startup is done: the database was found idle a hundred times in a row. */
async function untilIdle(pool: StatementPool): Promise<void> {
  for (let idle = 0; idle < 100; idle += 1) {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
    );
    if (rows.length > 0) idle = 0;
  }
}

async function followMessage(): Promise<readonly Entered[]> {
  const tracer = await startTracer(`${path.dirname(import.meta.dirname)}/`);
  onTestFinished(() => tracer.stop());
  const stillness: Stillness = { sinceMs: null };
  const publish = await startRoom(stoppableClock(stillness));
  const texts = ["prima", "a doua"];
  stillness.sinceMs = systemClock.now();
  const entered = await tracer.trace(() => publish(texts.shift() ?? ""));
  stillness.sinceMs = null;
  return entered;
}

test("[ERR-3] a message passes the stations of docs/architecture.md in order, and no other file", async () => {
  const stations = stationsOnPage();
  expect(stations.length).toBeGreaterThan(0);
  expect(stations.length).toBeLessThanOrEqual(stationsMax);
  const named = stations.flat();
  const entered = await followMessage();
  const firstAt = ({ file, name }: { file: string; name: string }): number =>
    entered.findIndex((each) => each.file === file && each.functions.includes(name));
  expect(named.filter((each) => firstAt(each) === -1)).toEqual([]);
  expect(named.toSorted((left, right) => firstAt(left) - firstAt(right))).toEqual(named);
  const known = new Set([...named.map(({ file }) => file), ...beside]);
  const files = new Set(entered.map(({ file }) => file));
  expect([...files].filter((file) => !known.has(file) && !isBesideAny.test(file))).toEqual([]);
  expect(beside.filter((file) => !files.has(file))).toEqual([]);
});
