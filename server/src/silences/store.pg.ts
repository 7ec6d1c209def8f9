import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { decideSilence } from "./rules.ts";
import type { SilenceStore } from "./store.ts";

// Locked by ascending id, so that a join waits and then sees the silence (`join_rooms`).
const lockPeople = namedStatement(
  "silences-lock",
  "select from participants where id in ($1, $2) order by id for no key update",
);
const selectSilenced = namedStatement<{ isSilenced: boolean; total: number }>(
  "silences-select",
  `select coalesce(bool_or(silenced_id = $2), false) as "isSilenced", count(*) as total from silences
   where participant_id = $1 and is_numbered`,
);
const insert = namedStatement(
  "silences-begin",
  "insert into silences (participant_id, silenced_id, is_numbered) values ($1, $2, false) on conflict do nothing",
);
const remove = namedStatement(
  "silences-end",
  `with ended as (delete from silences where participant_id = $1 and silenced_id = $2 returning is_numbered)
   update participants set version = version + 1 from ended where id = $1 and is_numbered`,
);

/** Finds rooms of `$1` in which messages of `$2` must be numbered: `$2` was never numbered there, or may have messages that `$1` has not read. */
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

/** Numbers `$1`'s messages above a `seq` per room. Rooms are locked in ascending order, as by all writers. */
const number = namedStatement(
  "silences-number",
  `select number_silenced(room_id, $1, above) from (
     select * from unnest($2::bigint[], $3::bigint[]) with ordinality as span (room_id, above, position) order by position
     offset 0
   ) span`,
);

/** Puts a silence into effect, under its person's lock. */
const complete = namedStatement(
  "silences-complete",
  `with person as materialized (
     select id from participants where id = $1 for no key update
   ), completed as (
     update silences set is_numbered = true from person
     where participant_id = person.id and silenced_id = $2 and not is_numbered returning participant_id
   )
   update participants set version = version + 1 from completed where id = participant_id`,
);

const roomsAtOnce = 20;
/** Maximum number of events scanned per transaction; this takes 0.1 s if all are by one author. */
const eventsAtOnce = 5000;

interface UnreadRoom {
  readonly id: number;
  readonly readSeq: number;
  readonly lastSeq: number;
}

/** A room's log above this `seq`; the newest part is numbered first. */
interface Span {
  readonly roomId: number;
  readonly above: number;
}

function spansOf({ id: roomId, readSeq, lastSeq }: UnreadRoom): Span[] {
  const spans: Span[] = [];
  for (let above = lastSeq - eventsAtOnce; above > readSeq; above -= eventsAtOnce) spans.push({ roomId, above });
  return [...spans, { roomId, above: readSeq }];
}

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
    change: ({ participantId, silencedId }, wanted) =>
      inTransaction(pool, async (client) => {
        const people = [participantId, silencedId];
        await lockPeople(client, people);
        const [now = { isSilenced: false, total: 0 }] = await selectSilenced(client, people);
        const change = decideSilence(now, wanted);
        if (change === "begun") await insert(client, people);
        else if (change === "ended") await remove(client, people);
        return change;
      }),
    async complete({ participantId, silencedId }) {
      for (const spans of transactionsOf(await selectRooms(pool, [participantId, silencedId]))) {
        await number(pool, [silencedId, spans.map(({ roomId }) => roomId), spans.map(({ above }) => above)]);
      }
      await complete(pool, [participantId, silencedId]);
    },
  };
}
