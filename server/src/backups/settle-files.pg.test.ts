import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { temporaryFolder } from "../testing/server-process.ts";
import { settleFiles } from "./settle-files.ts";
import { settleRestored } from "./settle-restored.pg.ts";

const { pool, database, url } = await createTestDatabase();

test("[KEEP-2c] objects without a row in the restored database are removed; files and parts of uploads stay", async () => {
  const { ana } = await addPeople({ database });
  const [storage, file, upload, part, stray] = Array.from({ length: 5 }, () => randomUUID());
  await pool.query("insert into storages (id, url, is_current) values ($1, 'file:files', true)", [storage]);
  await pool.query(
    `insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, created_at)
     values ($1, $2, $3, 'a', 1, 'text/plain', '', now())`,
    [file, storage, ana.id],
  );
  await pool.query(
    "insert into uploads (id, storage_id, uploader_id, bytes, name, created_at) values ($1, $2, $3, 9, 'b', now())",
    [upload, storage, ana.id],
  );
  await pool.query("insert into upload_parts (id, upload_id, at_byte) values ($1, $2, 0)", [part, upload]);
  const folder = temporaryFolder();
  mkdirSync(join(folder, "files", "aa"), { recursive: true });
  const names = [
    "cuplaj-storage",
    `aa/${file}`,
    `aa/${file}.preview`,
    `aa/${part}`,
    `aa/${stray}`,
    `aa/${stray}.preview`,
  ];
  for (const name of names) writeFileSync(join(folder, "files", name), "");
  expect(await settleRestored(url, (restored) => settleFiles(restored, () => join(folder, "files")))).toBe(0);
  const { rows } = await pool.query<{ name: string }>("select name from object_removals order by name");
  expect(rows.map(({ name }) => name)).toEqual([stray, `${stray}.preview`]);
});
