import { linesCountedMax, linesPerPageMax } from "@cuplaj/protocol/limits.ts";
import type { CountedLines, LinedPage } from "../messages/store.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";

/** MSG-9a: which lines of a page are named, by their `seq`, and the rest in order. */
interface SpreadLines {
  readonly named: readonly number[];
  readonly between: readonly CountedLines[];
}

interface SpreadRow {
  readonly gap: number;
  readonly kind: string;
  readonly named: readonly number[] | null;
  readonly counted: number;
  readonly countedSeq: number | null;
}

// MSG-9a: the newest line between each two messages is named first, then the next of each, so that few lines are named wherever
// many others stand on the same page. Each kind between two messages is a range of the index of what is no read, and no longer
// than is counted.
const selectSpread = namedStatement<SpreadRow>(
  "messages-lines-spread",
  `with ends as (
     select 0::bigint as at, coalesce((select seq from messages where room_id = $1 and seq < $2 order by seq desc limit 1), 0) as upto
     union all
     select at, upto from unnest($4::bigint[]) with ordinality as message (upto, at)
     union all
     select cardinality($4::bigint[]) + 1, $5::bigint
     where not exists (select from messages where room_id = $1 and seq > $3 and seq <= $5)
   ), gaps as (
     select at, lag(upto) over (order by at) as after, upto from ends
   ), found as (
     select gaps.at, known.kind, line.seq, row_number() over (partition by gaps.at order by line.seq desc) as rank
     from gaps, unnest($6::text[]) as known (kind) cross join lateral (
       select seq from room_events
       where room_id = $1 and kind = known.kind and kind <> 'read' and seq > gaps.after and seq <= gaps.upto
       order by seq desc limit ${linesCountedMax}
     ) line
   ), ranked as (
     select *, row_number() over (order by rank, seq desc) < ${linesPerPageMax} as is_named from found where rank <= ${linesCountedMax}
   )
   select at as gap, kind, json_agg(seq) filter (where is_named) as named,
     count(*) filter (where not is_named) as counted, max(seq) filter (where not is_named) as "countedSeq"
   from ranked group by at, kind order by at`,
);

/** Spreads the names that a page has over what lies between its messages. */
export async function spreadLines(
  pool: StatementPool,
  roomId: number,
  { messageSeqs, firstSeq, lastSeq, headSeq }: LinedPage,
  kinds: readonly string[],
): Promise<SpreadLines> {
  const rows = await selectSpread(pool, [roomId, firstSeq, lastSeq, messageSeqs, headSeq, kinds]);
  const between = new Map<number, CountedLines>();
  for (const { gap, kind, counted, countedSeq } of rows) {
    if (countedSeq === null) continue;
    const { seq, counts } = between.get(gap) ?? { seq: 0, counts: {} };
    between.set(gap, { seq: Math.max(seq, countedSeq), counts: { ...counts, [kind]: counted } });
  }
  return { named: rows.flatMap(({ named }) => named ?? []), between: [...between.values()] };
}
