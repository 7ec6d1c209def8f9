import { uploadsUnfinishedMax } from "@cuplaj/protocol/limits.ts";
import { fullnessWith } from "../storage/rules.ts";
import type { RemovedObjects } from "../storage/store.ts";
import { namedStatement, type StatementPool, wireTime } from "../../storage/named-statement.ts";
import { apartMsMax } from "../../storage/stored-waits.ts";
import { inTransaction } from "../../storage/transaction.ts";
import { lockUsed } from "../storage/used-bytes.pg.ts";
import { type FoundUpload, holdMs, type UploadStore } from "./store.ts";

export function createUploadStore(pool: StatementPool): UploadStore {
  return {
    create: ({ id, storageId, uploaderId, bytes, name, createdAt }, { perPersonMax }) =>
      inTransaction(pool, async (client) => {
        const used = await lockUsed(client, uploaderId);
        if (used + bytes > (perPersonMax ?? Infinity)) return "person-full";
        const values = [id, storageId, uploaderId, bytes, name, createdAt, uploadsUnfinishedMax];
        return (await insertUpload(client, values)).length > 0 ? "created" : "too-many";
      }),
    removeOldest: async (uploaderId) => (await removeOldest(pool, [uploaderId]))[0] ?? null,
    async find(id, uploaderId) {
      const [row] = await selectUpload(pool, [id, uploaderId]);
      return row === undefined ? null : { ...row, ...withoutGaps(row.parts) };
    },
    async hold(id, uploaderId, holder) {
      const [row] = await holdUpload(pool, [id, uploaderId, holder, holdMs / 1000]);
      if (row === undefined) return "absent";
      return row.isHeld ? "held" : "wanted";
    },
    async keepHold(id, holder) {
      const [row] = await keepUpload(pool, [id, holder, holdMs / 1000]);
      return row !== undefined && !row.isWanted;
    },
    letGo: async (id, holder) => void (await letUploadGo(pool, [id, holder])),
    beginPart: ({ id, uploadId, atByte, bytes }, holder, { installationMax }) =>
      inTransaction(pool, async (client) => {
        const limits = { perPersonMax: null, installationMax };
        const fullness = await fullnessWith(bytes, limits, () => lockUsed(client, "all"));
        if (fullness !== null) return fullness;
        return (await insertPart(client, [id, uploadId, atByte, bytes, holder])).length > 0 ? "begun" : "lost";
      }),
    async endPart({ id, uploadId, bytes }, holder) {
      return (await updatePart(pool, [id, uploadId, bytes, holder])).length > 0;
    },
    remove: async (id) => (await removeUpload(pool, [id]))[0] ?? null,
  };
}

type StoredPart = FoundUpload["parts"][number] & { readonly atByte: number };

/** Each part begins where its request found the end of the upload, so the upload ends at the first gap. */
function withoutGaps(stored: readonly StoredPart[]): Pick<FoundUpload, "parts" | "offset"> {
  const parts: StoredPart[] = [];
  let offset = 0;
  for (const part of stored) {
    if (part.atByte !== offset) break;
    parts.push(part);
    offset += part.bytes;
  }
  return { parts, offset };
}

const insertUpload = namedStatement(
  "uploads-create",
  `insert into uploads (id, storage_id, uploader_id, bytes, name, created_at) select $1, $2, $3, $4, $5, $6
   where (select count(*) from uploads where uploader_id = $3) < $7 returning id`,
);

const selectUpload = namedStatement<Omit<FoundUpload, "parts" | "offset"> & { readonly parts: readonly StoredPart[] }>(
  "uploads-find",
  `select id, storage_id as "storageId", uploader_id as "uploaderId", bytes, name, ${wireTime("created_at")} as "createdAt",
     coalesce((select json_agg(json_build_object('id', p.id, 'bytes', p.bytes, 'atByte', p.at_byte) order by p.at_byte)
       from upload_parts p where p.upload_id = u.id and p.bytes is not null), '[]') as parts
   from uploads u where id = $1 and uploader_id = $2`,
);

/** WAIT-1a: a hold that ends this far in the future began before the database's clock was set back. */
const isHoldOver = `held_until not between now() and now() + ${apartMsMax} * interval '1 millisecond'`;
const isFree = `(held_by is null or held_by = $3 or ${isHoldOver})`;
const lease = (seconds: string): string => `now() + ${seconds} * interval '1 second'`;

const holdUpload = namedStatement<{ isHeld: boolean }>(
  "uploads-hold",
  `update uploads set
     held_by = case when ${isFree} then $3 else held_by end,
     held_until = case when ${isFree} then ${lease("$4")} else held_until end,
     is_wanted = ${isFree} is not true
   where id = $1 and uploader_id = $2 returning held_by = $3 as "isHeld"`,
);

const keepUpload = namedStatement<{ isWanted: boolean }>(
  "uploads-keep",
  `update uploads set held_until = ${lease("$3")} where id = $1 and held_by = $2 returning is_wanted as "isWanted"`,
);

const letUploadGo = namedStatement(
  "uploads-let-go",
  "update uploads set held_by = null, held_until = null, is_wanted = false where id = $1 and held_by = $2",
);

const insertPart = namedStatement(
  "uploads-begin-part",
  `insert into upload_parts (id, upload_id, at_byte, put_bytes)
   select $1, id, $3, $4 from uploads where id = $2 and held_by = $5 returning id`,
);

const updatePart = namedStatement(
  "uploads-end-part",
  `update upload_parts p set bytes = $3 from uploads u
   where p.id = $1 and u.id = $2 and u.id = p.upload_id and u.held_by = $4 returning p.id`,
);

/** Queues the objects of deleted uploads for removal. Their parts are still visible, since a statement reads rows as of its start. */
const nameParts = `
  parts as (
    select removed.storage_id, p.id::text as name from removed join upload_parts p on p.upload_id = removed.id
  ), named as (
    insert into object_removals (storage_id, name) select storage_id, name from parts on conflict do nothing
  )
  select storage_id as "storageId", array(select name from parts) as names from removed`;

/** MSG-3db: makes room by evicting the person's oldest upload that no request holds, perhaps one from a lost device. */
const removeOldest = namedStatement<RemovedObjects>(
  "uploads-remove-oldest",
  `with oldest as (
     select id from uploads where uploader_id = $1 and (held_by is null or ${isHoldOver})
     order by created_at, id limit 1 for update
   ), removed as (
     delete from uploads u using oldest where u.id = oldest.id returning u.id, u.storage_id
   ), ${nameParts}`,
);

const removeUpload = namedStatement<RemovedObjects>(
  "uploads-remove",
  `with removed as (delete from uploads where id = $1 returning id, storage_id), ${nameParts}`,
);
