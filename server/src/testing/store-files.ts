/**
 * Stores, publishes, releases and sweeps files at full speed until it is killed: `node server/src/testing/store-files.ts <DATABASE_URL> <DATA_DIR>
 * <participant> <room>`. Everything is due immediately, so that sweeps meet files that are being stored.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { previewOf } from "../files/storage/rules.ts";
import { createFileStore } from "../files/storage/store.pg.ts";
import type { FileRow } from "../files/storage/store.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { Sweep } from "../files/storage/sweep.ts";
import { createSweepStore } from "../files/storage/sweep.pg.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { someUser } from "./some-user.ts";

const [connectionString, dataDir = "", participant, room] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 8 });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl: null, dataDir });
const files = createFileStore(pool);
const messages = createMessageStore(pool);
const sweep = new Sweep({ store: createSweepStore(pool), storages, clock: systemClock, log: silentLog });
const author = { ...someUser, id: Number(participant) };
const text = "";

async function put(name: string, content: Buffer): Promise<void> {
  const path = join(storages.workFolder, randomUUID());
  await writeFile(path, content);
  await (await storages.current()).storage.put(name, { path, bytes: content.length });
}

async function publish({ id, name, bytes, mime }: FileRow): Promise<void> {
  const file = { id, name, bytes, mime, width: null, height: null, placeholder: null, hasPreview: true };
  const message = { roomId: Number(room), author, text, clientId: randomUUID(), file };
  await messages.publish([message], isoTime(systemClock.now()));
  process.stdout.write(`${id}\n`);
}

async function storeOne(turn: number): Promise<void> {
  const content = randomBytes(1 + (turn % 7) * 5000);
  const row: FileRow = {
    ...{
      id: randomUUID(),
      storageId: (await storages.current()).id,
      uploaderId: author.id,
      name: "a",
      mime: "image/png",
    },
    ...{ bytes: content.length, sha256: createHash("sha256").update(content).digest(), previewBytes: 9 },
    ...{ width: null, height: null, placeholder: null, createdAt: isoTime(systemClock.now()) },
  };
  await files.claim(row, { perPersonMax: 1e15, installationMax: null }, null);
  await put(row.id, content);
  await put(previewOf(row.id), Buffer.from("a preview"));
  if (turn % 3 === 0) await publish(row);
  else if (turn % 3 === 1) await files.release(row);
}

process.stdout.write("ready\n");
const storing = async (lane: number): Promise<void> => {
  for (let turn = lane; ; turn += 1) await storeOne(turn);
};
const sweeping = async (): Promise<void> => {
  for (;;) {
    await pool.query("update object_removals set due_at = now() where due_at > now()");
    await sweep.sweep();
  }
};
await Promise.all([storing(0), storing(1), storing(2), sweeping()]);
