import { requestPhotosMax } from "@cuplaj/protocol/limits.ts";
import { storedIn, toEntry } from "../messages/publish-batch.ts";
import type { MessageStore } from "../messages/store.ts";
import { isMember, joinFirst, lockRoom } from "../rooms/locked-room.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { decideChange, type LockedRequest } from "./rules.ts";
import type { NewRequest, ReportedRequest, RequestStore, SentRequest } from "./store.ts";

interface RequestStoreParts {
  readonly pool: StatementPool;
  /** The writer of messages (decision 0020), on the connection of a transaction. */
  readonly messagesOn: (client: StatementPool) => Pick<MessageStore, "publish">;
}

const selectSent = namedStatement<SentRequest>(
  "requests-sent",
  `select q.id as "requestId", r.id as "roomId" from requests q join rooms r on r.request_id = q.id
   where q.customer_id = $1 and q.client_id = $2`,
);
// A concurrent repetition waits here for the first, and then returns no row.
const insertRequest = namedStatement<SentRequest>(
  "requests-create",
  `with made as (
     insert into requests (customer_id, client_id, make, model, year, engine, vin, plate, text, items, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (customer_id, client_id) do nothing returning id
   ), use as (
     insert into car_uses (request_id) select id from made
   )
   insert into rooms (request_id, customer_id, created_at, updated_at) select id, $1, $11, $11 from made
   returning request_id as "requestId", id as "roomId"`,
);
const setMessage = namedStatement("requests-message", "update requests set message_seq = $2 where id = $1");
// HOOK-3: `seq` orders the deliveries of a room. WAIT-1: `next_at` uses the database's clock.
const deliver = namedStatement(
  "requests-deliver",
  `insert into webhook_deliveries (request_id, room_id, seq, state, by_participant, created_at, next_at)
   values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond')`,
);
const release = namedStatement(
  "requests-release",
  "update webhook_deliveries set next_at = least(next_at, now()) where request_id = $1 and state = 'open' and attempts = 0",
);
const selectLocked = namedStatement<LockedRequest & { readonly isMember: boolean }>(
  "requests-locked",
  `select q.state, r.offer_id is not null as "hasOffer", ${isMember("$2")} as "isMember"
   from rooms r join requests q on q.id = r.request_id where r.id = $1`,
);
const writeChange = namedStatement<{ requestId: number; seq: number }>(
  "requests-change",
  `with changed as (
     update requests set state = $3, reason = $4 where id = (select request_id from rooms where id = $1) returning id, message_seq
   )
   select id as "requestId", (log_event($1, 'request', $2, $5, null, jsonb_build_object('offer', null, 'request',
     jsonb_build_object('id', id, 'state', $3::text, 'reason', $4::text, 'seq', message_seq)))).entry_seq as seq from changed`,
);
const selectReported = namedStatement<ReportedRequest>(
  "requests-report",
  `select q.id, $2::text as state, case when q.state = $2 then q.reason end as reason, ${wireTime("q.created_at")} as created_at,
     json_build_object('id', p.id, 'name', p.name) as customer, r.id as room_id,
     json_build_object('make', q.make, 'model', q.model, 'year', q.year, 'engine', q.engine, 'vin', q.vin, 'plate', q.plate) as vehicle,
     q.text, q.items, coalesce((
       select json_agg(json_build_object('messageId', sent.id, 'name', f.name, 'type', f.mime, 'bytes', f.bytes) order by sent.seq)
       from (
         select id, seq, file_id from messages where room_id = r.id and author_id = q.customer_id and file_id is not null
         order by seq limit ${requestPhotosMax}
       ) sent join files f on f.id = sent.file_id), '[]') as photos
   from requests q join rooms r on r.request_id = q.id join participants p on p.id = q.customer_id where q.id = $1`,
);

export function createRequestStore({ pool, messagesOn }: RequestStoreParts): RequestStore {
  return {
    findSent: async (customerId, clientId) => (await selectSent(pool, [customerId, clientId]))[0] ?? null,
    create: (request) =>
      inTransaction(
        pool,
        (client) => create(client, messagesOn(client), request),
        ({ outcome }) => outcome === "made",
      ),
    async release(requestId) {
      await release(pool, [requestId]);
    },
    change: ({ roomId, by, state, reason, now }) =>
      inTransaction(pool, async (client) => {
        const readEntries = await lockRoom(client, roomId);
        const [found] = await selectLocked(client, [roomId, by]);
        if (readEntries === null || found?.isMember !== true) return { outcome: "not-member", entries: [] };
        const next = decideChange(found, state);
        if (next === "same" || next === "conflict") return { outcome: next, entries: [] };
        const [written] = await writeChange(client, [roomId, by, next, state === "open" ? null : reason, now]);
        if (state !== "open") await deliver(client, [written?.requestId, roomId, written?.seq, next, by, now, 0]);
        return { outcome: "changed", entries: await readEntries() };
      }),
    report: async (requestId, state) => (await selectReported(pool, [requestId, state]))[0] ?? null,
  };
}

async function create(
  client: StatementPool,
  messages: Pick<MessageStore, "publish">,
  { customer, clientId, vehicle, text, items, message, staff, holdMs, now }: NewRequest,
): ReturnType<RequestStore["create"]> {
  const { make, model, year, engine, vin, plate } = vehicle;
  const car = [make, model, year, engine, vin, plate];
  const [made] = await insertRequest(client, [customer.id, clientId, ...car, text, JSON.stringify(items), now]);
  const readEntries = made === undefined ? null : await lockRoom(client, made.roomId);
  if (made === undefined || readEntries === null) return { outcome: "repeated", entries: [] };
  await joinFirst(client, [made.roomId, staff, now]);
  const joins = await readEntries();
  const [sent] = await messages.publish([{ roomId: made.roomId, author: customer, text: message, clientId }], now);
  if (sent?.status === "rejected") throw sent.reason;
  const [stored] = sent === undefined ? [] : storedIn(sent);
  if (stored === undefined) return { outcome: "used", entries: [] };
  const entry = toEntry(stored);
  await setMessage(client, [made.requestId, entry.seq]);
  await deliver(client, [made.requestId, made.roomId, entry.seq, "open", customer.id, now, holdMs]);
  return { outcome: "made", ...made, entries: [...joins, entry] };
}
