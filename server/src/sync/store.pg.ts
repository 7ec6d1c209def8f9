import { syncBytesMax } from "@cuplaj/protocol/limits.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { LoggedEvent, UnknownEvent } from "./rules.ts";
import type { EventLog } from "./store.ts";

interface EventRow {
  room_id: number;
  seq: number;
  /** A newer server, which runs beside this one, may have written others, and such that are nobody's doing. */
  kind: string;
  read_seq: number | null;
  members_total: number | null;
  person_id: number | null;
  person_name: string;
  person_kind: ParticipantKind;
  message_id: number | null;
  client_id: string | null;
  body: string | null;
  timestamp: string | null;
}

/** What lies in a stretch of one of the two tables of a log, by its key; both are numbered by the room's `seq`. */
const within = "where room_id = wanted.room_id and seq > wanted.after and seq <= wanted.upto";
const asMany = "order by seq limit wanted.upto - wanted.after";

// MSG-6: one statement for all rooms; each stretch is a range of either table's key, merged in the order of `seq`. A row knows
// how long its text is without reading it, so the texts that do not fit are not read.
const selectEvents = namedStatement<EventRow>(
  "sync-events",
  `select e.room_id, e.seq, e.kind, e.read_seq, e.members_total,
     p.id as person_id, p.name as person_name, p.kind as person_kind,
     e.message_id, e.client_id, e.body, ${wireTime("e.created_at")} as timestamp
   from (
     select e.*, sum(octet_length(e.body)) over (
       order by e.room_id, e.seq rows between unbounded preceding and 1 preceding) as bytes_before
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) wanted (room_id, after, upto)
     cross join lateral (
       (select room_id, seq, 'message' as kind, author_id as person_id, null::bigint as read_seq, null::bigint as members_total,
          id as message_id, client_id, body, created_at
        from messages ${within} ${asMany})
       union all
       (select room_id, seq, kind, participant_id, read_seq, members_total, null, null, null, null
        from room_events ${within} ${asMany})
       ${asMany}
     ) e
   ) e
   left join participants p on p.id = e.person_id
   where coalesce(e.bytes_before, 0) < ${syncBytesMax}
   order by e.room_id, e.seq`,
);

// Few rooms are active at a time, so they are read first, by their index, and then the members of each by theirs; the upper
// end and the `offset` tell the planner so, which knows neither the moment nor how many people are connected.
const selectHeads = namedStatement<{ participant_id: number; room_id: number; last_seq: number }>(
  "sync-heads",
  `select m.participant_id, r.id as room_id, r.last_seq
   from rooms r cross join lateral (
     select participant_id from memberships where room_id = r.id and participant_id = any ($1::bigint[]) offset 0
   ) m
   where r.active_minute >= room_minute($2::timestamptz) and r.active_minute < 'infinity'
   order by r.active_minute desc, r.updated_at desc`,
);

const selectRoomHeads = namedStatement<{ id: number; last_seq: number; member_ids: number[] | null }>(
  "sync-room-heads",
  `select id, last_seq, (select array_agg(participant_id) from memberships where room_id = id) as member_ids
   from rooms where id = any($1::bigint[])`,
);

/** The logs in PostgreSQL. */
export function createEventLog(pool: StatementPool): EventLog {
  return {
    async listEvents(stretches) {
      const wanted = stretches.filter(({ after, upto }) => upto > after);
      if (wanted.length === 0) return [];
      const rows = await selectEvents(pool, [
        wanted.map(({ room }) => room.id),
        wanted.map(({ after }) => after),
        wanted.map(({ upto }) => upto),
      ]);
      return rows.map(toLogged);
    },
    async listHeads(participantIds, since) {
      const rows = await selectHeads(pool, [participantIds, since]);
      return rows.map((row) => ({ participantId: row.participant_id, roomId: row.room_id, lastSeq: row.last_seq }));
    },
    async listRoomHeads(roomIds) {
      const rows = await selectRoomHeads(pool, [roomIds]);
      return rows.map((row) => ({ roomId: row.id, lastSeq: row.last_seq, memberIds: row.member_ids ?? [] }));
    },
  };
}

function toLogged(row: EventRow): LoggedEvent | UnknownEvent {
  const unknown = { roomId: row.room_id, seq: row.seq, kind: "unknown" } as const;
  if (row.person_id === null) return unknown;
  const person = { id: row.person_id, name: row.person_name, type: row.person_kind };
  const place = { roomId: row.room_id, seq: row.seq, person };
  switch (row.kind) {
    case "message":
      return { ...place, kind: row.kind, message: toStored(row, person) };
    case "read":
      return { ...place, kind: row.kind, readSeq: row.read_seq ?? 0 };
    case "join":
    case "leave":
      return { ...place, kind: row.kind, membersTotal: row.members_total ?? 0 };
    default:
      return unknown;
  }
}

function toStored(row: EventRow, author: LoggedEvent["person"]): Extract<LoggedEvent, { kind: "message" }>["message"] {
  const { message_id: id, body: text, timestamp } = row;
  // They are columns of the message's row that are never null.
  if (id === null || text === null || timestamp === null) throw new TypeError("a message's event has no message");
  return { id, roomId: row.room_id, seq: row.seq, clientId: row.client_id, text, timestamp, author };
}
