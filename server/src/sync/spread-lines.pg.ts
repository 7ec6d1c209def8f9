import { linesCountedMax, linesNamedMax, linesPerPageMax } from "@cuplaj/protocol/limits.ts";
import type { CountedLines, LinedPage } from "../messages/store.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";

/** MSG-9a: the quiet lines to list, by `seq`, and the number of other lines, by gap. */
interface SpreadLines {
  readonly named: readonly number[];
  readonly leftOut: number;
  readonly between: readonly CountedLines[];
}

interface SpreadRow {
  readonly gap: number;
  readonly kind: string;
  readonly total: number;
  readonly newest: number;
  /** Null if there are more lines than may be listed. */
  readonly seqs: readonly number[] | null;
}

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
     select gaps.at, known.kind, line.seq, count(*) over (partition by gaps.at) <= ${linesNamedMax} as are_few
     from gaps, unnest($6::text[]) as known (kind) cross join lateral (
       select seq from room_events
       where room_id = $1 and kind = known.kind and kind <> 'read' and seq > gaps.after and seq <= gaps.upto
       order by seq desc limit ${linesCountedMax}
     ) line
   )
   select at as gap, kind, count(*) as total, max(seq) as newest, json_agg(seq) filter (where are_few) as seqs
   from found group by at, kind order by at`,
);

/** Lists either all or none of the lines between two messages, newest first as long as the page has room, so that pages match live events. */
export async function spreadLines(
  pool: StatementPool,
  roomId: number,
  { messageSeqs, firstSeq, lastSeq, headSeq }: LinedPage,
  kinds: readonly string[],
): Promise<SpreadLines> {
  const rows = await selectSpread(pool, [roomId, firstSeq, lastSeq, messageSeqs, headSeq, kinds]);
  const spread: { named: number[]; leftOut: number; between: CountedLines[] } = { named: [], leftOut: 0, between: [] };
  for (const gap of [...Map.groupBy(rows, (row) => row.gap).values()].toReversed()) {
    const seqs = gap.flatMap((row) => row.seqs ?? []);
    if (seqs.length > 0 && spread.named.length + seqs.length < linesPerPageMax) spread.named.push(...seqs);
    else spread.between.unshift(counted(gap));
  }
  const leftOut = spread.between.flatMap(({ counts }) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
  return { ...spread, leftOut: Math.min(leftOut, linesCountedMax) };
}

const counted = (gap: readonly SpreadRow[]): CountedLines => ({
  seq: Math.max(...gap.map(({ newest }) => newest)),
  counts: Object.fromEntries(gap.map(({ kind, total }) => [kind, total])),
});
