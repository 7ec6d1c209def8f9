import { silencedPeopleMax } from "@cuplaj/protocol/limits.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { SilenceChange, SilenceStore } from "./store.ts";

const change = namedStatement<{ change: SilenceChange }>(
  "silences-change",
  "select change_silence($1, $2, $3, $4) as change",
);

/**
 * Rooms of `$1` in which `$2` writes or has written: as a member who is not numbered yet or has written something unread, or before
 * they left.
 */
const selectRooms = namedStatement<UnreadRoom>(
  "silences-rooms",
  `select r.id, mine.read_seq as "readSeq", r.last_seq as "lastSeq" from memberships mine join rooms r on r.id = mine.room_id
   left join memberships theirs on theirs.room_id = r.id and theirs.participant_id = $2
   where mine.participant_id = $1 and case
     when theirs.participant_id is not null then theirs.silenced_sent is null or r.messages_total > mine.read_ordinal
     else r.messages_total > mine.read_ordinal and exists (
       select from room_events where room_id = r.id and kind = 'leave' and participant_id = $2)
   end order by r.id`,
);

/** What `$1` wrote in each of some rooms above a `seq`, in ascending order of the rooms, as all writers lock them. */
const number = namedStatement(
  "silences-number",
  `select number_silenced(room_id, $1, above) from (
     select * from unnest($2::bigint[], $3::bigint[]) with ordinality as span (room_id, above, position) order by position
     offset 0
   ) span`,
);
const complete = namedStatement("silences-complete", "select complete_silence($1, $2)");

/** Rooms that are numbered in one transaction, and so held at the same time. */
const roomsAtOnce = 20;
/** Events of a log that are looked through in one transaction, a tenth of a second where all are by one author. */
const eventsAtOnce = 5000;

interface UnreadRoom {
  readonly id: number;
  readonly readSeq: number;
  readonly lastSeq: number;
}

/** From which `seq` on a room is numbered, the newest part of its log first. */
interface Span {
  readonly roomId: number;
  readonly above: number;
}

function spansOf({ id: roomId, readSeq, lastSeq }: UnreadRoom): Span[] {
  const spans: Span[] = [];
  for (let above = lastSeq - eventsAtOnce; above > readSeq; above -= eventsAtOnce) spans.push({ roomId, above });
  return [...spans, { roomId, above: readSeq }];
}

/** The spans of each transaction: a room that is long has its own. */
function transactionsOf(rooms: readonly UnreadRoom[]): readonly (readonly Span[])[] {
  const transactions: Span[][] = [];
  const short: Span[] = [];
  for (const spans of rooms.map(spansOf)) {
    if (spans.length > 1) transactions.push(...spans.map((span) => [span]));
    else short.push(...spans);
  }
  for (let first = 0; first < short.length; first += roomsAtOnce)
    transactions.push(short.slice(first, first + roomsAtOnce));
  return transactions;
}

export function createSilenceStore(pool: StatementPool): SilenceStore {
  return {
    async change({ participantId, silencedId }, wanted) {
      const [row] = await change(pool, [participantId, silencedId, wanted, silencedPeopleMax]);
      return row?.change ?? "same";
    },
    async complete({ participantId, silencedId }) {
      for (const spans of transactionsOf(await selectRooms(pool, [participantId, silencedId]))) {
        await number(pool, [silencedId, spans.map(({ roomId }) => roomId), spans.map(({ above }) => above)]);
      }
      await complete(pool, [participantId, silencedId]);
    },
  };
}
