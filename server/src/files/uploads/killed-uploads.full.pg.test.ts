import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFileStorages } from "../storage/open-file-storages.ts";
import { createStorageRows } from "../storage/storages.pg.ts";
import { Sweep } from "../storage/sweep.ts";
import { createSweepStore } from "../storage/sweep.pg.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { addPeople } from "../../testing/people.ts";
import { createDice } from "../../testing/dice.ts";
import { createTestDatabase, filesFolderOf } from "../../testing/database.ts";
import { startRedisOfFile } from "../../testing/redis.ts";
import { startHere } from "../../testing/server-here.ts";
import { shareServer, temporaryFolder } from "../../testing/server-process.ts";
import { formBody } from "../../testing/upload-calls.ts";

const database = await createTestDatabase();
const { pool, url: DATABASE_URL } = database;
const { ana } = await addPeople(database);
const redis = await startRedisOfFile();
const settingsIn = (DATA_DIR: string) => {
  const bus = redis === null ? {} : { REDIS_URL: redis.url };
  return { DATABASE_URL, DATA_DIR, LIMITS: "off", ...bus };
};
const start = shareServer((atEnd) => settingsIn(temporaryFolder(atEnd)));
const startSecond = () => startHere(settingsIn(temporaryFolder()));
const headers = { authorization: `Bearer ${ana.token}` };
const json = { ...headers, "content-type": "application/json" };
const tus = { ...headers, "tus-resumable": "1.0.0" };
const octets = { ...tus, "content-type": "application/offset+octet-stream" };

async function joined(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/v1/join`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ type: 1, channel: 10_001 }),
  });
  return JSON.parse(await answer.text()).chat.id;
}

async function publish(origin: string, room: number, clientId: string, bytes: Buffer): Promise<number> {
  const { type, body } = await formBody([
    ["client_id", clientId],
    ["attachment", { name: "a.bin", bytes }],
  ]);
  const answer = await fetch(`${origin}/api/v1/publish/${room}/upload`, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body: new Uint8Array(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Runs all sweeps of a day. */
async function sweepAll(): Promise<string> {
  const storageUrl = new URL(`file://${filesFolderOf(DATABASE_URL)}`).href;
  const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl, dataDir: temporaryFolder() });
  const tomorrow = { ...systemClock, now: () => systemClock.now() + 25 * 60 * 60 * 1000 };
  const sweep = new Sweep({ store: createSweepStore(pool), storages, clock: tomorrow, log: silentLog });
  onTestFinished(() => sweep.stop());
  for (let n = 0; n < 3; n += 1) {
    await sweep.sweep();
    await pool.query("update object_removals set due_at = now()");
  }
  return filesFolderOf(DATABASE_URL);
}

async function objectsIn(folder: string): Promise<Map<string, string>> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile() && entry.name !== "cuplaj-storage");
  return new Map(files.map(({ name, parentPath }) => [name, join(parentPath, name)]));
}

test("[MSG-3h] a kill at any moment during many uploads loses nothing acknowledged and leaves nothing unpublished", async () => {
  const dice = createDice(18);
  const acknowledged = new Map<string, string>();
  for (const wanted of [1, 9, 20, 33, 47]) {
    const server = await start();
    const enough = Promise.withResolvers<void>();
    let answered = 0;
    const room = await joined(server.url);
    const send = async (): Promise<boolean> => {
      const [clientId, bytes] = [randomUUID(), randomBytes(50_000 + dice(400_000))];
      const status = await publish(server.url, room, clientId, bytes).catch(() => null);
      if (status === 201) acknowledged.set(clientId, createHash("sha256").update(bytes).digest("hex"));
      answered += 1;
      if (answered >= wanted) enough.resolve();
      return status === 201;
    };
    const sending = Array.from({ length: 8 }, async () => {
      while (await send());
    });
    const upload = await fetch(`${server.url}/api/v1/uploads`, {
      method: "POST",
      headers: { ...tus, "upload-length": "1000000" },
    });
    const part = fetch(`${server.url}${upload.headers.get("location")}`, {
      method: "PATCH",
      headers: { ...octets, "upload-offset": "0" },
      body: new Uint8Array(600_000),
    }).catch(() => null);
    // The kill may hit the other requests at any point.
    await enough.promise;
    for (let n = dice(10); n > 0; n -= 1) await pool.query("select pg_sleep(0.003)");
    server.signal("SIGKILL");
    await Promise.all([...sending, part, server.ended]);
  }
  const folder = await sweepAll();
  const { rows } = await pool.query<{ id: string; client_id: string; sha256: Buffer; preview_bytes: number | null }>(
    "select f.*, m.client_id from files f left join messages m on m.file_id = f.id",
  );
  expect(rows.filter(({ client_id }) => client_id === null)).toEqual([]);
  for (const [clientId, sha256] of acknowledged)
    expect(rows.find((row) => row.client_id === clientId)?.sha256.toString("hex")).toBe(sha256);
  const objects = await objectsIn(folder);
  expect([...objects.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  for (const { id, sha256 } of rows)
    expect(
      createHash("sha256")
        .update(await readFile(objects.get(id) ?? ""))
        .digest(),
    ).toEqual(sha256);
  expect((await pool.query("select from uploads union all select from upload_parts")).rowCount).toBe(0);
  expect(await readdir(join(folder, "work"))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(100);
});

test("[MSG-3d] two processes accept parts of one upload in turn, and of concurrent parts only one counts", async () => {
  const [one, two] = await Promise.all([start(), startSecond()]);
  const room = await joined(one.url);
  const bytes = randomBytes(400_000);
  const made = await fetch(`${one.url}/api/v1/uploads`, {
    method: "POST",
    headers: { ...tus, "upload-length": "400000" },
  });
  const location = made.headers.get("location") ?? "";
  const offsetAt = async (origin: string): Promise<number> =>
    Number((await fetch(`${origin}${location}`, { method: "HEAD", headers: tus })).headers.get("upload-offset"));
  const append = async (origin: string, offset: number, end: number): Promise<number> => {
    const answer = await fetch(`${origin}${location}`, {
      method: "PATCH",
      headers: { ...octets, "upload-offset": String(offset) },
      body: new Uint8Array(bytes.subarray(offset, end)),
    });
    return answer.status;
  };
  for (let offset = 0; offset < bytes.length; offset = await offsetAt(two.url)) {
    const statuses = await Promise.all([one, two, one, two].map(({ url }) => append(url, offset, offset + 100_000)));
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  }
  const published = await fetch(`${two.url}/api/v1/publish/${room}/upload`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({ upload: basename(location), client_id: randomUUID() }),
  });
  expect([published.status, JSON.parse(await published.text()).message.messages_file.size]).toEqual([
    201,
    bytes.length,
  ]);
  const { rows } = await pool.query("select sha256 from files order by created_at desc limit 1");
  expect(rows[0].sha256).toEqual(createHash("sha256").update(bytes).digest());
});

test("[MSG-3d] a killed process holds an upload for a few more seconds, and unstored bytes are sent again", async () => {
  const [one, two] = await Promise.all([start(), startSecond()]);
  const made = await fetch(`${one.url}/api/v1/uploads`, {
    method: "POST",
    headers: { ...tus, "upload-length": "1000" },
  });
  const location = made.headers.get("location") ?? "";
  const socket = connect(Number(new URL(one.url).port), "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  const head = Object.entries({ ...octets, host: "localhost", "upload-offset": "0", "content-length": "1000" });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PATCH ${location} HTTP/1.1\r\n${lines.join("")}\r\nabc`);
  await expect.poll(async () => (await pool.query("select from uploads where held_by is not null")).rowCount).toBe(1);
  one.signal("SIGKILL");
  const viewed = await fetch(`${two.url}${location}`, { method: "HEAD", headers: tus });
  expect([viewed.status, viewed.headers.get("upload-offset")]).toEqual([200, "0"]);
  await one.ended;
});
