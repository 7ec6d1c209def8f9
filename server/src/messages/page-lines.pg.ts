import { linesCountedMax, linesPerPageMax } from "@cuplaj/protocol/limits.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { kindsThat, type KnownKinds, readEntry, type StoredEntry } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { LineStore } from "./store.ts";

type LineRow = Pick<StoredEntry, "seq" | "kind" | "payload" | "membersTotal"> & {
  readonly personId: number | null;
  readonly personName: string;
  readonly personType: ParticipantKind;
  /** Lines of the page, as far as they are counted. */
  readonly total: number;
};

// MSG-9: the newest lines of a page, which has the messages from $2 to $3 of the log that ends at $4; $5 are the kinds that are
// lines. Each kind is a range of the index of what is no read, and no longer than is counted.
const selectLines = namedStatement<LineRow>(
  "messages-lines",
  `select line.seq, line.kind, line.payload, line.members_total as "membersTotal", line.total,
     p.id as "personId", p.name as "personName", p.kind as "personType"
   from (
     select found.*, count(*) over () as total
     from (
       select coalesce((select seq from messages where room_id = $1 and seq < $2 order by seq desc limit 1), 0) as after,
         case when exists (select from messages where room_id = $1 and seq > $3 and seq <= $4) then $3::bigint else $4 end as upto
     ) page, unnest($5::text[]) as known (kind) cross join lateral (
       select seq, kind, payload, members_total, participant_id from room_events
       where room_id = $1 and kind = known.kind and kind <> 'read' and seq > page.after and seq <= page.upto
       order by seq desc limit ${linesCountedMax}
     ) found
     order by seq desc limit ${linesPerPageMax}
   ) line
   left join participants p on p.id = line.participant_id
   order by line.seq desc`,
);

/** Quiet lines in PostgreSQL, of the kinds that are known. */
export function createLineStore(pool: StatementPool, kinds?: KnownKinds): LineStore {
  const lineKinds = kindsThat(({ isLine }) => isLine === true, kinds);
  return {
    async listLines(roomId, { firstSeq, lastSeq, headSeq }) {
      const rows = await selectLines(pool, [roomId, firstSeq, lastSeq, headSeq, lineKinds]);
      const total = Math.min(rows[0]?.total ?? 0, linesCountedMax);
      const lines = rows.map(({ personId: id, personName: name, personType: type, ...row }) => {
        const person = id === null ? null : { id, name, type };
        return readEntry({ ...row, roomId, person, readSeq: null, message: null }, kinds);
      });
      return { lines: lines.toReversed(), leftOut: total - rows.length };
    },
  };
}
