import { offerChangesNamedMax } from "@cuplaj/protocol/limits.ts";
import { type CommittedEntry, readChange, type StoredChange } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { answerRequests, type LoggedRoom, lockRequests, takenRooms } from "./answer-requests.pg.ts";
import { changesBetween, differingLines, removedLines } from "./rules.ts";
import type { NewVersion } from "./store.ts";

// Returns a row per offer with a room, except for offers that another process created first; `seq` is the room's last one before this write. Locks
// rooms by ascending id, like every writer of several rooms.
const writeStatement = namedStatement<
  LoggedRoom & {
    readonly customerId: number;
    readonly isOpened: boolean;
  }
>(
  "offers-write",
  `with sent as materialized (
     select * from jsonb_to_recordset($1) as s (id bigint, customer_id bigint, status text, version integer, make text, model text,
       year integer, engine text, vin text, plate text, valid_until timestamptz, lines jsonb, before jsonb, payload jsonb,
       is_other_car boolean, by bigint, by_kind text, address text, noted text, detail text, request_id bigint, room_id bigint)
   ), made as (
     insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at, request_id)
     select id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, $2, request_id
     from sent where before is null order by id
     on conflict (id) do nothing returning id
   ), earlier as (
     insert into offer_versions (offer_id, version, content, replaced_at)
     select id, (before->>'version')::integer, before, $2 from sent where before is not null
   ), replaced as (
     update offers o set status = s.status, version = s.version, make = s.make, model = s.model, year = s.year, engine = s.engine,
       vin = s.vin, plate = s.plate, valid_until = s.valid_until, updated_at = $2
     from sent s where o.id = any($3) and o.id = s.id returning o.id
   ), written as (
     select sent.* from sent join (table made union all table replaced) done using (id)
   ), line as (
     insert into offer_lines (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
     select w.id, l.* from written w cross join lateral jsonb_to_recordset(w.lines) as l (position integer, id bigint, code text,
       brand text, name text, qty integer, unit_price numeric, vat_rate integer, stock integer, delivery_days integer, status text)
     on conflict (offer_id, id) do update set position = excluded.position, code = excluded.code, brand = excluded.brand,
       name = excluded.name, qty = excluded.qty, unit_price = excluded.unit_price, vat_rate = excluded.vat_rate,
       stock = excluded.stock, delivery_days = excluded.delivery_days, status = excluded.status
   ), note as (
     insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail)
     select $2, noted, by_kind, by, (select p.name from participants p where p.id = by), address, 'offer', id, detail
     from written where noted is not null
   ), car as (
     insert into car_uses (offer_id) select id from written where is_other_car order by id
     on conflict (offer_id) do update set is_due = true
   ), opened as (
     insert into rooms (offer_id, customer_id, created_at, updated_at)
     select id, customer_id, $2, $2 from written where before is null and room_id is null returning id, offer_id, 0::bigint as seq
   ), taken as (
     update rooms r set offer_id = w.id from written w where w.before is null and r.id = w.room_id returning r.id, r.offer_id, r.last_seq as seq
   ), locked as materialized (
     select id from rooms where offer_id = any($3) order by id for update
   ), moved as (
     update rooms r set last_seq = r.last_seq + 1, active_minute = greatest(r.active_minute, room_minute(now()))
     from locked where r.id = locked.id returning r.id, r.offer_id, r.last_seq - 1 as seq
   ), entry as (
     insert into room_events (room_id, seq, kind, participant_id, payload, created_at)
     select moved.id, moved.seq + 1, 'offer', w.by, w.payload, $2 from moved join written w on w.id = moved.offer_id
   )
   select w.id as "offerId", room.id as "roomId", room.seq, w.customer_id as "customerId", w.before is null and w.room_id is null as "isOpened"
   from (table opened union all table taken union all table moved) room join written w on w.id = room.offer_id`,
);
const deleteLines = namedStatement(
  "offers-delete-lines",
  `delete from offer_lines l using unnest($1::bigint[], $2::bigint[]) as removed (offer_id, id)
   where l.offer_id = removed.offer_id and l.id = removed.id`,
);
const joinStatement = namedStatement("offers-join", "select count(*) from join_rooms($1, $2, $3)");
const selectEntries = namedStatement<StoredChange & { readonly roomId: number }>(
  "offers-entries",
  `select r.id as "roomId", e.entries, r.members_seq as "membersSeq"
   from entries_above($1, $2) e cross join lateral (select * from rooms where rooms.id = e.room_id offset 0) r`,
);

/**
 * Writes versions and logs them in the offers' rooms; a new offer gets the room of its request, or one with its customer and the staff. Returns
 * the new entries by offer, except for offers that another process created first.
 */
export async function writeVersions(
  client: StatementPool,
  versions: readonly NewVersion[],
  { staff, now }: { readonly staff: readonly number[]; readonly now: string },
): Promise<ReadonlyMap<number, readonly CommittedEntry[]>> {
  if (versions.length === 0) return new Map();
  const removed = versions.flatMap(({ before, offer }) =>
    removedLines(before, offer).map((lineId) => ({ lineId, offerId: offer.id_cerere })),
  );
  if (removed.length > 0)
    await deleteLines(client, [removed.map(({ offerId }) => offerId), removed.map(({ lineId }) => lineId)]);
  const replaced = versions.filter(({ before }) => before !== null).map(({ offer }) => offer.id_cerere);
  const requests = await lockRequests(client, versions, replaced);
  const taken = takenRooms(requests, versions);
  const rows = versions.map((version) => ({ ...toRow(version), room_id: taken.get(version.offer.id_cerere) }));
  const rooms = await writeStatement(client, [JSON.stringify(rows), now, replaced]);
  const joins = rooms
    .filter(({ isOpened }) => isOpened)
    .flatMap(({ roomId, customerId }) => [...staff, customerId].map((personId) => ({ roomId, personId })));
  if (joins.length > 0)
    await joinStatement(client, [joins.map(({ roomId }) => roomId), joins.map(({ personId }) => personId), now]);
  const logged = [...rooms, ...(await answerRequests(client, requests, { versions, rooms, now }))];
  const changed = await selectEntries(client, [logged.map(({ roomId }) => roomId), logged.map(({ seq }) => seq)]);
  const entries = new Map(logged.map(({ offerId }): [number, CommittedEntry[]] => [offerId, []]));
  const offerOf = new Map(logged.map(({ roomId, offerId }) => [roomId, offerId]));
  for (const row of changed) entries.get(offerOf.get(row.roomId) ?? 0)?.push(...readChange(row.roomId, row));
  return entries;
}

function toRow({ before, offer, actor, noted, decision }: NewVersion): object {
  const { id_cerere: id, request_id, customer, vehicle, version, status, valid_until } = offer;
  const ofOffer = { id, request_id, customer_id: customer.id, version, status, valid_until, ...vehicle };
  const by = { by: actor.id, by_kind: actor.by, address: actor.address, noted: noted?.kind, detail: noted?.detail };
  if (before === null) return { ...ofOffer, ...by, is_other_car: true, lines: differingLines(null, offer) };
  const changes = changesBetween(before, offer);
  const named = changes.slice(0, offerChangesNamedMax);
  return {
    ...ofOffer,
    ...by,
    // An earlier version stores only the customer's id: the name is looked up when the version is shown.
    before: { ...before, customer: { id: customer.id } },
    is_other_car: changes.some(({ what }) => what === "vehicle"),
    lines: differingLines(before, offer),
    payload: { offer_id: id, version, status, changes: named, changes_total: changes.length, decision },
  };
}
