import { randomBytes, randomUUID } from "node:crypto";
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { moveByCommand } from "../../start/wire-file-storage.ts";
import { clockAt } from "../../testing/clock-at.ts";
import { temporaryFolder } from "../../testing/server-process.ts";
import { giveFile, objectsIn } from "../../testing/stored-files.ts";
import { read } from "../../testing/storage-suite.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { createMoveStore } from "./move.pg.ts";
import { moveFiles } from "./move-files.ts";
import type { ObjectStorage } from "./object-storage.ts";
import { openFile } from "./open-file.ts";
import { createFileStore } from "./store.pg.ts";
import { Sweep } from "./sweep.ts";
import { createSweepStore } from "./sweep.pg.ts";

const api = await startTestApi();
const {
  pool,
  people: { ana },
  call,
  files: { storages, folder },
} = api;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const files = createFileStore(pool);
const content = randomBytes(70_000);
const preview = Buffer.from("a preview");

async function send(): Promise<string> {
  const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "uite" })).body;
  return await giveFile(api, message.id, { name: "piesa.jpg", mime: "image/jpeg", content, preview });
}
const said: string[] = [];
const move = async (url: string) =>
  await moveByCommand(
    { config: { dataDir: join(folder, "..") }, storage: { pool }, clock: systemClock, say: (line) => said.push(line) },
    url,
  );
const sweep = async (): Promise<void> => {
  await pool.query("update object_removals set due_at = now() where due_at < now() + interval '2 minutes'");
  await new Sweep({ store: createSweepStore(pool), storages, clock: systemClock, log: silentLog }).sweep();
};
const urlOf = (target: string): string => pathToFileURL(target).href;
const row = async (id: string) => {
  const found = await files.find(id);
  if (found === null) throw new Error("no such file");
  return found;
};

const moveParts = {
  moves: createMoveStore(pool),
  storages,
  workFolder: storages.workFolder,
  clock: systemClock,
  say: () => undefined,
};
async function addStorage(storage: ObjectStorage) {
  const id = randomUUID();
  await pool.query("insert into storages (id, url) values ($1, 'file:elsewhere')", [id]);
  return { id, storage };
}

test("[MSG-3v] every file is in the other storage afterwards, and none is in the old one", async () => {
  const target = temporaryFolder();
  const sent = await Promise.all(Array.from({ length: 60 }, send));
  const end = await move(urlOf(target));
  expect(end).toEqual({ url: urlOf(target), moved: 60, bytes: 60 * 70_009, damaged: [], unpublished: 0, uploads: 0 });
  expect(said[0]).toBe("60 files to move");
  for (const id of sent) {
    const { storage } = await storages.current();
    expect((await read(storage, id))?.equals(content)).toBe(true);
    expect(String(await read(storage, `${id}.preview`))).toBe("a preview");
  }
  await sweep();
  expect([objectsIn(folder), objectsIn(target).length]).toEqual([[], 120]);
  expect(await move("file:files")).toMatchObject({ moved: 60, url: "file:files" });
  await sweep();
  expect([objectsIn(folder).length, objectsIn(target)]).toEqual([120, []]);
  expect(await move("file:files")).toMatchObject({ moved: 0 });
});

test("[MSG-3v] a file that moves after its row was read is found, and a running download continues", async () => {
  const id = await send();
  const [before, target] = [await row(id), temporaryFolder()];
  const opened = await openFile({ files, storages }, before, "whole");
  await move(urlOf(target));
  await sweep();
  expect(await (await storages.byId(before.storageId)).open(id)).toBe(null);
  const again = await openFile({ files, storages }, before, "whole", { start: 5, end: 9 });
  expect(Buffer.concat((await again?.toArray()) ?? []).equals(content.subarray(5, 10))).toBe(true);
  expect(Buffer.concat((await opened?.toArray()) ?? []).equals(content)).toBe(true);
  await move("file:files");
  await sweep();
  rmSync(target, { recursive: true });
});

test("[MSG-3v] a damaged or missing file stays in place and is reported", async () => {
  const [short, gone, whole] = [await send(), await send(), await send()];
  const target = temporaryFolder();
  const pathOf = (id: string): string => join(folder, id.slice(0, 2), id.slice(2, 4), id);
  truncateSync(pathOf(short), 69_999);
  rmSync(pathOf(gone));
  const before = (await row(short)).storageId;
  expect((await move(urlOf(target)))?.damaged.toSorted()).toEqual([short, gone].toSorted());
  expect([(await row(short)).storageId, (await row(gone)).storageId]).toEqual([before, before]);
  expect((await row(whole)).storageId).not.toBe(before);
  await move("file:files");
  await pool.query("delete from messages where file_id = any($1)", [[short, gone]]);
  await pool.query("delete from files where id = any($1)", [[short, gone]]);
});

test("[MSG-3v] a copy that differs when read back is rejected, and the file stays in place", async () => {
  const id = await send();
  const [before, { storage }] = [await row(id), await storages.current()];
  const lossy: ObjectStorage = {
    ...storage,
    put: () => Promise.resolve(),
    open: () => Promise.resolve(Readable.from([content.subarray(1)])),
  };
  const target = await addStorage(lossy);
  await expect(moveFiles({ ...moveParts, target })).rejects.toThrow("is not read as it was written");
  expect((await row(id)).storageId).toBe(before.storageId);
});

test("[MSG-3v] unpublished files are waited for, and reported if they take too long", async () => {
  const { id: storageId } = await storages.current();
  const claimed = { ...(await row(await send())), id: randomUUID(), storageId };
  await files.claim(claimed, { perPersonMax: null, installationMax: null }, null);
  let [nowMs, waits] = [0, 0];
  const clock: Clock = {
    ...clockAt(() => nowMs),
    setTimeout: (run, delayMs) => {
      nowMs += delayMs;
      waits += 1;
      return systemClock.setTimeout(run, 0);
    },
  };
  const target = await addStorage((await storages.current()).storage);
  expect(await moveFiles({ ...moveParts, clock, target })).toMatchObject({ unpublished: 1 });
  expect([nowMs, waits]).toEqual([20_500, 41]);
});

test("[MSG-3v] a move overtaken by the sweep is repeated", async () => {
  const { moves } = moveParts;
  const id = await send();
  const { storageId, bytes, sha256, previewBytes } = await row(id);
  const { id: target } = await addStorage((await storages.current()).storage);
  await moves.begin(target, [id, `${id}.preview`]);
  await pool.query("delete from object_removals where storage_id = $1 and name = $2", [target, id]);
  expect(await moves.finish({ id, bytes, sha256, previewBytes }, storageId, target)).toBe(false);
  expect((await row(id)).storageId).toBe(storageId);
});

test("[MSG-3u] files move only to an empty location or to one of this database", async () => {
  await expect(move("nowhere:x")).resolves.toBe(null);
  const another = await startTestApi();
  const url = urlOf(another.files.folder);
  const sent = (await another.call(another.people.ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat
    .id;
  const { message } = (await another.call(another.people.ana, "POST", `/api/v1/publish/${sent}`, { message: "x" }))
    .body;
  await giveFile(another, message.id, { name: "a", mime: "image/jpeg", content });
  await expect(move(url)).rejects.toThrow(`${another.files.folder} holds files of another database`);
});
