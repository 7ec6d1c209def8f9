import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createFilePublisher } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { checkQuota, claimFile } from "./claim-file.ts";
import { createFileStore } from "./store.pg.ts";
import type { FileRow } from "./store.ts";

const api = await startTestApi();
const { pool, people, files: testFiles } = api;
const publish = await createFilePublisher(api);
const files = createFileStore(pool);
const { id: storageId } = await testFiles.storages.current();
const unlimited = { perPersonMax: null, installationMax: null };

const newFile = (uploaderId: number, bytes: number): FileRow => ({
  ...{ id: randomUUID(), storageId, uploaderId, name: "ambreiaj.jpg", bytes, mime: "image/jpeg" },
  ...{ sha256: Buffer.alloc(32, 7), width: 640, height: 480, placeholder: Buffer.from("p"), previewBytes: 10 },
  createdAt: "2026-11-23T10:00:00.123Z",
});

const removals = async (id: string): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    "select name from object_removals where storage_id = $1 and name like $2 order by name",
    [storageId, `${id}%`],
  );
  return rows.map(({ name }) => name);
};

test("[MSG-3h] a claimed file is found as claimed, and a released one is queued for removal", async () => {
  const file = newFile(people.ana.id, 100);
  expect(await claimFile({ files, quota: unlimited }, file, null)).toEqual({ ok: true, value: file });
  expect(await files.find(file.id)).toEqual(file);
  expect(await files.release(file)).toBe(true);
  expect([await files.find(file.id), await removals(file.id)]).toEqual([null, [file.id, `${file.id}.preview`]]);
  // A second release, or one after a sweep, succeeds too.
  expect(await files.release(file)).toBe(true);
});

test("[MSG-3h] a file of a message is not released", async () => {
  const file = newFile(people.ana.id, 100);
  await files.claim(file, unlimited, null);
  await publish(file);
  expect(await files.release(file)).toBe(false);
  expect([(await files.find(file.id))?.id, await removals(file.id)]).toEqual([file.id, []]);
});

test("[MSG-3s] concurrent claims never exceed the person's quota", async () => {
  const quota = { perPersonMax: (await files.bytesUsed(people.mihai.id)) + 350, installationMax: null };
  const claims = await Promise.all(
    Array.from({ length: 10 }, () => claimFile({ files, quota }, newFile(people.mihai.id, 100), null)),
  );
  expect(claims.filter(({ ok }) => ok)).toHaveLength(3);
  expect(claims.filter((claim) => !claim.ok && claim.code === "quota_full")).toHaveLength(7);
  expect(await claimFile({ files, quota }, newFile(people.mia.id, 100), null)).toMatchObject({ ok: true });
});

test("[MSG-3s] concurrent claims never exceed the installation's quota", async () => {
  const quota = { perPersonMax: null, installationMax: (await files.bytesUsed("all")) + 350 };
  const uploaders = [people.ana, people.mihai, people.mia, people.ana, people.mihai, people.mia];
  const claims = await Promise.all(uploaders.map(({ id }) => claimFile({ files, quota }, newFile(id, 100), null)));
  expect(claims.filter(({ ok }) => ok)).toHaveLength(3);
  expect(claims.filter((claim) => !claim.ok && claim.code === "storage_full")).toHaveLength(3);
});

test("[MSG-3s] unfinished uploads count in the quota check before the first byte", async () => {
  const used = await files.bytesUsed(people.vlad.id);
  await pool.query(
    "insert into uploads (id, storage_id, uploader_id, bytes, name, created_at) values ($1, $2, $3, 1000, 'a.jpg', now())",
    [randomUUID(), storageId, people.vlad.id],
  );
  const perPersonMax = used + 1500;
  const check = async (bytes: number, installationMax: number | null = null) =>
    await checkQuota({ files, quota: { perPersonMax, installationMax } }, people.vlad.id, bytes);
  expect(await check(500)).toBe(null);
  expect(await check(501)).toMatchObject({ code: "quota_full" });
  const all = await files.bytesUsed("all");
  expect([await check(500, all + 500), await check(500, all + 499)]).toMatchObject([null, { code: "storage_full" }]);
  await pool.query(
    "insert into upload_parts (id, upload_id, at_byte, bytes) select gen_random_uuid(), id, 0, 100 from uploads where uploader_id = $1",
    [people.vlad.id],
  );
  expect([await files.bytesUsed("all"), await files.bytesUsed(people.vlad.id)]).toEqual([all + 100, used + 1000]);
  expect(await checkQuota({ files, quota: unlimited }, people.vlad.id, 1e12)).toBe(null);
});
