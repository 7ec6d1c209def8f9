import type pg from "pg";
import { inTransaction } from "../storage/transaction.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { createIndexBatch } from "./index-batch.pg.ts";
import type { IndexStore } from "./index-store.ts";

interface BacklogRow {
  room_ids: number[];
  has_unread: boolean;
  people_after_id: number | null;
}

const selectBacklog = namedStatement<BacklogRow>(
  "search-backlog",
  `select (select coalesce(json_agg(id order by id <= $2, id), '[]') from (
       select r.id from rooms r left join search_rooms s on s.room_id = r.id
       where r.id = any($1::bigint[]) and r.last_seq > coalesce(s.log_seq, 0)
       order by r.id <= $2, r.id limit $3) behind) as room_ids,
     exists (select from search_chunks where words is null) or exists (select from settings where key = 'search_rebuilt') as has_unread,
     (select known.id from (select coalesce(max(participant_id), 0) as id from search_people) known
      where known.id < (select max(id) from participants)) as people_after_id`,
);

/** Excludes edits, deletions and other indexers. The commit is asynchronous: if it is lost, its rooms are simply behind again. */
const takeLock = namedStatement<{ is_held: boolean }>(
  "search-lock",
  `select set_config('synchronous_commit', 'off', true),
     pg_try_advisory_xact_lock(hashtext('search_index')) as is_held`,
);

export function createIndexStore(pool: pg.Pool): IndexStore {
  return {
    look: (activeIds, afterRoomId, take) => lookAtBacklog(pool, activeIds, afterRoomId, take),
    inBatch: (work) =>
      inTransaction(pool, async (client) =>
        (await takeLock(client, []))[0]?.is_held === true ? await work(createIndexBatch(client)) : null,
      ),
    async merge() {
      await pool.query(
        `select gin_clean_pending_list(name::regclass)
         from unnest(array['search_chunks_words', 'search_offers_words', 'search_people_words']) name`,
      );
    },
    async beginRebuild() {
      await pool.query(
        `with offers as (update search_offers set offer_version = 0), people as (update search_people set name = '')
         insert into settings (key, value) values ('search_rebuilt', '0 0') on conflict (key) do update set value = excluded.value`,
      );
    },
    async countRooms(uptoId) {
      const { rows } = await pool.query<{ total: number }>(
        "select count(*)::integer as total from rooms where id <= $1",
        [uptoId],
      );
      return rows[0]?.total ?? 0;
    },
  };
}

export async function lookAtBacklog(
  pool: StatementPool,
  activeIds: readonly number[],
  afterRoomId: number,
  take: number,
) {
  const [row] = await selectBacklog(pool, [activeIds, afterRoomId, take]);
  if (row === undefined) throw new Error("the backlog has a row");
  const { room_ids: roomIds, has_unread: hasUnread, people_after_id: peopleAfterId } = row;
  return { roomIds, hasUnread, peopleAfterId };
}
