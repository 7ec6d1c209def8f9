import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { ActiveRoomStore } from "./store.ts";

interface ActiveRow {
  at_ms: number;
  /** Null in a result without active rooms. */
  id: number | null;
  name: string;
  last_seq: number;
  members_seq: number;
}

/**
 * SQL: whether room `r` was active since a moment or in the 100 s before it, which may hide a late commit. The upper bound lets the planner know
 * that few rows match.
 */
export const isActiveSince = (moment: string): string =>
  `r.active_minute >= room_minute(${moment} - interval '100 seconds') and r.active_minute < 'infinity'`;

// A room that gets an event during the listing moves to the front, where the next listing finds it.
const selectActive = namedStatement<ActiveRow>(
  "rooms-active",
  `select (extract(epoch from now()) * 1000)::bigint as at_ms, r.id, r.name, r.last_seq, r.members_seq
   from (values (true)) always left join rooms r on ${isActiveSince("least(now(), to_timestamp($1::bigint / 1000.0))")}
   order by r.active_minute desc, r.id offset $2 limit $3`,
);

export function createActiveRoomStore(pool: StatementPool): ActiveRoomStore {
  return {
    async listActive(sinceMs, skip, take) {
      const rows = await selectActive(pool, [sinceMs, skip, take]);
      const rooms = rows.flatMap(({ id, name, last_seq: lastSeq, members_seq: membersSeq }) =>
        id === null ? [] : [{ id, name, lastSeq, membersSeq }],
      );
      return { rooms, atMs: rows[0]?.at_ms ?? 0 };
    },
  };
}
