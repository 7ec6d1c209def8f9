import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { openRawSocket, type ReceivedFrame } from "../testing/raw-socket.ts";
import { startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

// Whole programs start and stop here, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const { pool, url: databaseUrl } = await createTestDatabase();

const isUpdate = ({ event }: ReceivedFrame): boolean => event === "MeUpdated";
const change = (id: number) =>
  pool.query("update participants set locale = 'en', version = version + 1 where id = $1", [id]);

/** Somebody signed in, with a socket on their own channel. */
async function connect(url: string, username: string) {
  const { pusher_key: key } = (await call(url, "/api/v1/settings")).body;
  const token = await signIn(url, username);
  const { user } = (await call(url, "/api/v1/me", { token })).body as { user: { id: number; version: number } };
  const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${String(key)}`);
  const channel = `private-user.${user.id}`;
  const signed = await call(url, "/api/broadcasting/auth", {
    token,
    body: { socket_id: socket.socketId, channel_name: channel },
  });
  socket.send("pusher:subscribe", { channel, ...signed.body });
  await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
  const me = async () => (await call(url, "/api/v1/me", { token })).body["user"];
  const synced = async () => (await call(url, "/api/v1/sync", { token, body: { cursors: {} } })).body["user_version"];
  return { socket, id: user.id, me, synced };
}

test("[AUTH-8a] all devices of a person learn of changed settings within 2 s, at every process, and nobody else does", async () => {
  const settings = () => ({ DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl, DEMO: "1" });
  const { url: one } = await startServerProcess(settings());
  const { url: two } = await startServerProcess(settings());
  const [here, there, other] = [await connect(one, "ana"), await connect(two, "ana"), await connect(two, "mihai")];
  const changedAt = performance.now();
  await change(here.id);
  for (const { socket, me, synced } of [here, there]) {
    const { data } = await socket.frame(isUpdate);
    expect(performance.now() - changedAt).toBeLessThan(2000);
    expect(data).toMatchObject({ user: { id: here.id, locale: "en", version: 1 } });
    expect([await me(), await synced()]).toMatchObject([{ locale: "en", version: 1 }, 1]);
  }
  // What is lost with the connection that listens, whoever catches up learns of.
  const listeners = "datname = current_database() and query like 'select pg_listening%'";
  const { rowCount: lost } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and ${listeners}`,
  );
  expect(lost).toBe(2);
  await change(here.id);
  for (const { synced } of [here, there])
    expect(await until(async () => ((await synced()) === 2 ? true : undefined))).toBe(true);
  expect(other.socket.frames.filter(isUpdate)).toEqual([]);
  for (const { socket } of [here, there, other]) socket.close();
});
