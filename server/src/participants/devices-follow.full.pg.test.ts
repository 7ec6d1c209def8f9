import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { openRawSocket, type ReceivedFrame } from "../testing/raw-socket.ts";
import { startRedis } from "../testing/redis.ts";
import { startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

const { pool, url: databaseUrl } = await createTestDatabase();

const isUpdate = ({ event }: ReceivedFrame): boolean => event === "MeUpdated";
const change = (id: number) =>
  pool.query("update participants set locale = 'en', version = version + 1 where id = $1", [id]);

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
  return { socket, id: user.id, token, me, synced };
}

const settings = (REDIS_URL: string) => ({
  DATA_DIR: temporaryFolder(),
  DATABASE_URL: databaseUrl,
  REDIS_URL,
  DEMO: "1",
});

test("[AUTH-8] all devices of a person learn of changed settings, at every process, and nobody else does", async (context) => {
  const { url: redis } = await startRedis(context);
  const { url: one } = await startServerProcess(settings(redis));
  const { url: two } = await startServerProcess(settings(redis));
  const [here, there, other] = [await connect(one, "ana"), await connect(two, "ana"), await connect(two, "mihai")];
  await change(here.id);
  for (const { socket, me, synced } of [here, there]) {
    const { data } = await socket.frame(isUpdate);
    expect(data).toMatchObject({ user: { id: here.id, locale: "en", version: 1 } });
    expect([await me(), await synced()]).toMatchObject([{ locale: "en", version: 1 }, 1]);
  }
  // `sync` makes up for changes missed while the listening connection is down.
  const listeners = "datname = current_database() and query ~ '^(listen|select pg_listening)'";
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

test("[SIL-1][ROOM-12][AUTH-8] silences and pins made through one process show on a device at the other", async (context) => {
  const { url: redis } = await startRedis(context);
  const { url: one } = await startServerProcess(settings(redis));
  const { url: two } = await startServerProcess(settings(redis));
  const [here, there, other] = [await connect(one, "ana"), await connect(two, "ana"), await connect(two, "mia")];
  const room = await sharedRoom();
  const before = await there.me();
  await call(one, `/api/v1/silence/${other.id}/agent`, { token: here.token, body: { silenced: true } });
  await call(one, `/api/v1/pin/${room}`, { token: here.token, body: { pinned: true } });
  const rooms = { pinned: [room], muted: [], unread: [] };
  const changed = { users_silenced: [{ user_id: other.id, type: "agent" }], rooms };
  await there.socket.frame(({ event, data }) => event === "MeUpdated" && hasPins(data, [room]));
  expect(await there.me()).toEqual({ ...(before as object), ...changed, version: Number(versionOf(before)) + 2 });
  // A device that was offline notices the new version.
  expect(await there.synced()).toBe(Number(versionOf(before)) + 2);
  expect(other.socket.frames.filter(isUpdate)).toEqual([]);
  for (const { socket } of [here, there, other]) socket.close();
});

const versionOf = (user: unknown): unknown => (user as { version: number }).version;
const hasPins = (data: unknown, pinned: readonly number[]): boolean =>
  JSON.stringify((data as { user: { rooms: { pinned: unknown } } }).user.rooms.pinned) === JSON.stringify(pinned);

async function sharedRoom(): Promise<number> {
  const { rows } = await pool.query<{ room_id: number }>(
    `select m.room_id from memberships m join participants p on p.id = m.participant_id
     where p.username in ('ana', 'mia') group by m.room_id having count(*) = 2 limit 1`,
  );
  return rows[0]?.room_id ?? 0;
}

test("[AUTH-4][AUTH-10] sockets of a session that another device ended are closed (4009), at every process, and no others", async (context) => {
  const { url: redis } = await startRedis(context);
  const { url: one } = await startServerProcess(settings(redis));
  const { url: two } = await startServerProcess(settings(redis));
  const [here, there, third] = [await connect(one, "mihai"), await connect(two, "mihai"), await connect(two, "mihai")];
  const { devices } = (await call(one, "/api/v1/me/devices", { token: there.token })).body;
  const current = (devices as { id: number; is_current: boolean }[]).find(({ is_current: isCurrent }) => isCurrent);
  const signOut = { method: "DELETE", headers: { Authorization: `Bearer ${here.token}` } };
  expect((await fetch(`${one}/api/v1/me/devices/${current?.id}`, signOut)).status).toBe(200);
  expect(await there.socket.closed).toBe(4009);
  const passwords = { current: "demo", password: "o parolă nouă" };
  expect((await call(one, "/api/v1/me/password", { token: here.token, body: passwords })).status).toBe(200);
  expect(await third.socket.closed).toBe(4009);
  expect((await call(two, "/api/v1/me", { token: third.token })).status).toBe(401);
  here.socket.send("pusher:ping", {});
  await here.socket.frame(({ event }) => event === "pusher:pong");
  here.socket.close();
});
