import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { type Clock, endOfTick, isoTime, systemClock } from "../../kernel/clock.ts";
import { FakeClock } from "../../testing/realtime/fake-clock.ts";
import { createFilePublisher, objectsIn } from "../../testing/stored-files.ts";
import { localFile } from "../../testing/storage-suite.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { previewOf } from "./rules.ts";
import { createFileStore } from "./store.pg.ts";
import { Sweep } from "./sweep.ts";
import { createSweepStore } from "./sweep.pg.ts";

const api = await startTestApi();
const {
  pool,
  people: { ana },
  files: { storages, folder },
} = api;
const publish = await createFilePublisher(api);
const files = createFileStore(pool);
const { id: storageId, storage } = await storages.current();
const [minute, hour] = [60_000, 3_600_000];

const lines: string[] = [];
const log = pino({}, { write: (line) => void lines.push(line) });
const clock: Clock = { ...systemClock, setInterval: () => 0, clearInterval: () => undefined };
const newSweep = () => new Sweep({ store: createSweepStore(pool), storages, clock, log });
/** Sweeps, makes all queued removals due, and sweeps again. */
const sweep = async (): Promise<void> => {
  await newSweep().sweep();
  await pool.query("update object_removals set due_at = now()");
  await newSweep().sweep();
};
const put = async (name: string): Promise<void> => await storage.put(name, await localFile(storages, Buffer.from("x")));
const named = async (): Promise<string[]> =>
  (await pool.query<{ name: string }>("select name from object_removals order by name")).rows.map(({ name }) => name);

async function store(ageMs: number) {
  const row = {
    ...{ id: randomUUID(), storageId, uploaderId: ana.id, name: "a.jpg", bytes: 1, mime: "image/jpeg" },
    ...{ sha256: Buffer.alloc(32), width: null, height: null, placeholder: null, previewBytes: 1 },
    createdAt: isoTime(systemClock.now() - ageMs),
  };
  await files.claim(row, { perPersonMax: null, installationMax: null }, null);
  await put(row.id);
  await put(previewOf(row.id));
  return row;
}

async function startUpload(ageMs: number, heldForMs: number | null = null) {
  const [id, part] = [randomUUID(), randomUUID()];
  const now = systemClock.now();
  await pool.query(
    "insert into uploads (id, storage_id, uploader_id, bytes, name, created_at, held_until) values ($1, $2, $3, 9, 'a', $4, $5)",
    [id, storageId, ana.id, isoTime(now - ageMs), heldForMs === null ? null : isoTime(now + heldForMs)],
  );
  await pool.query("insert into upload_parts (id, upload_id, at_byte) values ($1, $2, 0)", [part, id]);
  await put(part);
  return { id, part };
}

test("[MSG-3w] files unpublished for an hour and day-old uploads are removed with their objects; others stay", async () => {
  const [old, young, published] = [await store(hour + 1000), await store(hour - minute), await store(25 * hour)];
  await publish(published);
  const [oldUpload, youngUpload] = [await startUpload(24 * hour + 1000), await startUpload(24 * hour - minute)];
  const heldUpload = await startUpload(25 * hour, minute);
  await newSweep().sweep();
  // Readers in progress have another minute.
  expect(await named()).toEqual([old.id, previewOf(old.id), oldUpload.part].toSorted());
  expect(objectsIn(folder)).toContain(old.id);
  await sweep();
  const stays = [young.id, previewOf(young.id), published.id, previewOf(published.id)];
  expect(objectsIn(folder)).toEqual([...stays, youngUpload.part, heldUpload.part].toSorted());
  expect([await named(), await files.find(old.id)]).toEqual([[], null]);
  expect((await pool.query("select id from uploads order by id")).rows.map(({ id }) => id)).toEqual(
    [youngUpload.id, heldUpload.id].toSorted(),
  );
  await pool.query("update uploads set created_at = now() - interval '2 days', held_until = null");
  await pool.query("update files set created_at = now() - interval '2 days'");
  await sweep();
  expect(objectsIn(folder)).toEqual([published.id, previewOf(published.id)].toSorted());
});

test("[MSG-3w] while the storage is unavailable everything remains queued and is retried", async () => {
  const before = objectsIn(folder);
  const old = await store(2 * hour);
  renameSync(join(folder, "cuplaj-storage"), join(folder, "away"));
  await sweep();
  await sweep();
  expect([await named(), lines.length]).toEqual([[old.id, previewOf(old.id)], 3]);
  expect(lines[0]).toContain("unused files could not be removed");
  renameSync(join(folder, "away"), join(folder, "cuplaj-storage"));
  await sweep();
  expect([await named(), objectsIn(folder)]).toEqual([[], before]);
});

test("[MSG-3w] concurrent sweeps remove everything once, even more than one statement takes", async () => {
  const before = objectsIn(folder);
  await Promise.all(Array.from({ length: 60 }, () => store(2 * hour)));
  await Promise.all(Array.from({ length: 4 }, () => newSweep().sweep()));
  await pool.query("update object_removals set due_at = now()");
  await Promise.all(Array.from({ length: 4 }, () => newSweep().sweep()));
  expect([await named(), objectsIn(folder)]).toEqual([[], before]);
});

test("[MSG-3w] a file that is being published stays", async () => {
  const [taken, other] = [await store(2 * hour), await store(2 * hour)];
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from files where id = $1 for key share", [taken.id]);
  await sweep();
  expect([(await files.find(taken.id))?.id, await files.find(other.id)]).toEqual([taken.id, null]);
  await client.query("commit");
  client.release();
  await publish(taken);
  await sweep();
  expect((await files.find(taken.id))?.id).toBe(taken.id);
});

test("[MSG-3w] work files older than an hour are removed, others stay", async () => {
  const [old, young] = [join(storages.workFolder, "old"), join(storages.workFolder, "young")];
  for (const path of [old, young]) writeFileSync(path, "x");
  const seconds = systemClock.now() / 1000;
  utimesSync(old, seconds - 3601, seconds - 3601);
  utimesSync(young, seconds - 3500, seconds - 3500);
  await newSweep().sweep();
  expect(readdirSync(storages.workFolder)).toEqual(["young"]);
});

test("[MSG-3w] every process sweeps every 30 s until it stops", async () => {
  const time = new FakeClock();
  let sweeps = 0;
  const nothing = { dropFiles: () => Promise.resolve(++sweeps < 0), dropUploads: () => Promise.resolve(false) };
  const store = { ...nothing, listStorages: () => Promise.resolve([]), removeDue: () => Promise.resolve(false) };
  const running = new Sweep({ store, storages, clock: time, log });
  running.start();
  for (const expected of [1, 2, 3]) {
    await expect.poll(() => time.timerCount).toBe(1);
    expect(sweeps).toBe(expected);
    time.advance(29_999);
    expect(time.timerCount).toBe(1);
    time.advance(1);
  }
  await running.stop();
  time.advance(90_000);
  expect([sweeps, time.timerCount]).toEqual([3, 0]);
});

test("[RUN-5] stopping waits a second for a sweep whose storage hangs", async () => {
  const time = new FakeClock();
  const hanging = { dropFiles: () => new Promise<boolean>(() => undefined), dropUploads: () => Promise.resolve(false) };
  const store = { ...hanging, listStorages: () => Promise.resolve([]), removeDue: () => Promise.resolve(false) };
  const running = new Sweep({ store, storages, clock: time, log });
  running.start();
  let isLeft = false;
  const leaving = running.stop().then(() => (isLeft = true));
  time.advance(999);
  await endOfTick();
  expect(isLeft).toBe(false);
  time.advance(1);
  await leaving;
});
