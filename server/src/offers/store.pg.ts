import { namedStaff } from "../participants/named-staff.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { decideLines, decideStore, differingLines, type Named, type StoredOffer } from "./rules.ts";
import type { Decision, NewOffer, NewVersion, OfferStore, StoreOutcome } from "./store.ts";
import { writeVersions } from "./write-versions.pg.ts";

/** OFF-1: builds the JSON as text, since row aggregates look up column types per row and take twice as long. */
const selectOffers = namedStatement<{ offer: StoredOffer }>(
  "offers-find",
  `select concat('{"id_cerere":', o.id, ',"request_id":', coalesce(o.request_id::text, 'null'), ',"status":"', o.status, '","version":', o.version,
     ',"customer":{"id":', p.id, ',"name":', to_json(p.name),
     '},"vehicle":{"make":', to_json(o.make), ',"model":', to_json(o.model), ',"year":', coalesce(o.year::text, 'null'),
     ',"engine":', to_json(o.engine), ',"vin":', to_json(o.vin), ',"plate":', to_json(o.plate),
     '},"valid_until":"', ${wireTime("o.valid_until")}, '","updated_at":"', ${wireTime("o.updated_at")},
     '","lines":[', l.written, ']}')::json as offer
   from unnest($1::bigint[]) asked (id)
   cross join lateral (select * from offers where offers.id = asked.id offset 0) o
   join participants p on p.id = o.customer_id
   cross join lateral (
     select string_agg(concat('{"id":', l.id, ',"code":', to_json(l.code), ',"brand":', to_json(l.brand),
       ',"name":', to_json(l.name), ',"qty":', l.qty, ',"unit_price":"', l.unit_price, '","vat_rate":', l.vat_rate,
       ',"stock":', l.stock, ',"delivery_days":', l.delivery_days, ',"status":"', l.status, '"}'), ',' order by l.position)
       as written
     from offer_lines l where l.offer_id = o.id
   ) l`,
);
const selectVersion = namedStatement<{ offer: StoredOffer }>(
  "offers-find-version",
  `select v.content || jsonb_build_object('request_id', o.request_id, 'customer', jsonb_build_object('id', p.id, 'name', p.name)) as offer
   from offer_versions v join offers o on o.id = v.offer_id join participants p on p.id = o.customer_id
   where v.offer_id = $1 and v.version = $2::bigint`,
);
const selectCustomer = namedStatement<{ customer_id: number }>(
  "offers-customer",
  "select customer_id from offers where id = $1",
);
const selectRooms = namedStatement<{ offerId: number; roomId: number }>(
  "offers-rooms",
  `select asked.offer_id as "offerId", r.id as "roomId" from unnest($1::bigint[]) asked (offer_id) join rooms r on r.offer_id = asked.offer_id
   union select asked.offer_id, r.id from unnest($1::bigint[], $2::bigint[]) asked (offer_id, request_id)
     left join offers o on o.id = asked.offer_id join rooms r on r.request_id = coalesce(o.request_id, asked.request_id)
   order by 2`,
);
const selectNoStaff = namedStatement<{ username: string }>(
  "offers-no-staff",
  `select username from unnest($1::text[]) with ordinality asked (username, position)
   where not exists (${namedStaff("array[asked.username]")}) order by position`,
);

// Locks in ascending order, as all writers of several offers do.
const lockSent = namedStatement<Named & { id: number; isStored: boolean; staff: number[] }>(
  "offers-lock-sent",
  `with stored as materialized (select id from offers where id = any($1) order by id for update)
   select sent.id, stored.id is not null as "isStored", array(${namedStaff("$5::text[]")}) as staff,
     (select customer_id from requests where id = sent.request_id) as "requestCustomerId", (
     select json_build_object('id', p.id, 'name', p.name, 'isDisabled', p.disabled_at is not null) from participants p
     where p.kind = 'customer'
       and p.id = coalesce(sent.customer_id, (select c.id from participants c where lower(c.username) = lower(sent.username)))
   ) as customer
   from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) sent (id, customer_id, username, request_id) left join stored using (id)`,
);
const lockOffer = namedStatement("offers-lock", "select from offers where id = $1 for update");
/** ERP-3a: an offer is open until the end of its last day in Romania. */
const selectOpen = namedStatement<{ isOpen: boolean }>(
  "offers-open",
  `select o.valid_until >= date_trunc('day', $2::timestamptz, 'Europe/Bucharest') and p.erased_at is null as "isOpen"
   from offers o join participants p on p.id = o.customer_id where o.id = $1`,
);
/** ROOM-3h: the customer's own decision becomes the room's newest activity. WAIT-1: `next_at` uses the database's clock. */
const noteDecision = namedStatement(
  "offers-note-decision",
  `with told as (
     insert into webhook_deliveries (offer_id, version, line_id, decision, by_participant, is_on_behalf, created_at, next_at, room_id, seq)
     select $1, $2, line, $4, $5, $6, $7, now(), r.id, r.last_seq from unnest($3::bigint[]) line left join rooms r on r.offer_id = $1
   )
   update rooms set decided_seq = last_seq, decided_at = $7, updated_at = greatest(updated_at, $7)
   where offer_id = $1 and not $6`,
);

export function createOfferStore(pool: StatementPool): OfferStore {
  return {
    find: async (offerId) => (await selectOffers(pool, [[offerId]]))[0]?.offer ?? null,
    findVersion: async (offerId, version) => (await selectVersion(pool, [offerId, version]))[0]?.offer ?? null,
    findCustomer: async (offerId) => (await selectCustomer(pool, [offerId]))[0]?.customer_id ?? null,
    async findRooms(asked) {
      const found = await selectRooms(pool, [
        asked.map(({ offerId }) => offerId),
        asked.map(({ requestId }) => requestId),
      ]);
      return asked.map(({ offerId }) => found.flatMap((row) => (row.offerId === offerId ? row.roomId : [])));
    },
    findNoStaff: async (usernames) => (await selectNoStaff(pool, [usernames])).map(({ username }) => username),
    store: (offers, by) => inTransaction(pool, (client) => offersOn(client).store(offers, by)),
    decide: (decision) => inTransaction(pool, (client) => offersOn(client).decide(decision)),
  };
}

export const offersOn = (client: StatementPool): Pick<OfferStore, "store" | "decide"> => ({
  store: async (offers, by) => [...(await storeOffers(client, offers, by)).values()],
  decide: (asked) => decide(client, asked),
});

async function storeOffers(
  client: StatementPool,
  offers: readonly NewOffer[],
  by: { readonly staff: readonly string[]; readonly now: string },
): Promise<ReadonlyMap<number, StoreOutcome>> {
  const customers = offers.map(({ content }) => content.customer);
  const locked = await lockSent(client, [
    offers.map(({ offerId }) => offerId),
    customers.map((customer) => ("id" in customer ? customer.id : null)),
    customers.map((customer) => ("id" in customer ? null : customer.username)),
    offers.map(({ content }) => content.request_id ?? null),
    by.staff,
  ]);
  const staff = locked[0]?.staff ?? [];
  const named = new Map(locked.map((each) => [each.id, each]));
  const nobody = { customer: null, requestCustomerId: null };
  const stored = locked.filter(({ isStored }) => isStored).map(({ id }) => id);
  // A separate statement sees what others committed during the wait for the lock.
  const found = stored.length === 0 ? [] : await selectOffers(client, [stored]);
  const before = new Map(found.map(({ offer }) => [offer.id_cerere, offer]));
  const decided = offers.map((offer) => ({
    ...offer,
    before: before.get(offer.offerId) ?? null,
    decision: decideStore(offer, before.get(offer.offerId) ?? null, named.get(offer.offerId) ?? nobody, by.now),
  }));
  const versions = decided.flatMap(({ decision, ...sent }): NewVersion[] => {
    if (decision.outcome !== "made" && decision.outcome !== "stored") return [];
    const { offer } = decision;
    return [{ ...sent, offer, noted: { kind: "offer.stored", detail: `version ${offer.version}` } }];
  });
  const written = await writeVersions(client, versions, { staff, now: by.now });
  const outcomes = decided.map(({ offerId, decision }): [number, StoreOutcome] => [
    offerId,
    { ...decision, entries: written.get(offerId) ?? [], staffTotal: staff.length },
  ]);
  // Another process has created these offers in the meantime, so each is decided again.
  const missed = decided.filter(({ offerId, decision }) => decision.outcome === "made" && !written.has(offerId));
  return new Map([...outcomes, ...(missed.length === 0 ? [] : await storeOffers(client, missed, by))]);
}

async function decide(client: StatementPool, asked: Decision): ReturnType<OfferStore["decide"]> {
  const { offerId, decision, isOnBehalf, actor, now } = asked;
  // Pipelined: statements after the lock see what was committed during the wait.
  const [, [state], [found]] = await Promise.all([
    lockOffer(client, [offerId]),
    selectOpen(client, [offerId, now]),
    selectOffers(client, [[offerId]]),
  ]);
  if (state === undefined || found === undefined) return { outcome: "not-customer", entries: [] };
  const { offer: before } = found;
  const decided = decideLines(before, state.isOpen, asked);
  if (decided.outcome !== "decided") return { outcome: decided.outcome, entries: [] };
  const { offer, outcome } = decided;
  const noted = { kind: "offer.decided-for", detail: `${decision}, version ${offer.version}` } as const;
  const said = { decision, on_behalf: isOnBehalf, at: now };
  const version = { before, offer, actor, noted: isOnBehalf ? noted : null, decision: said };
  const entries = await writeVersions(client, [version], { staff: [], now });
  const lines = differingLines(before, offer).map(({ id }) => id);
  await noteDecision(client, [offerId, offer.version, lines, decision, actor.id, isOnBehalf, now]);
  return { outcome, entries: entries.get(offerId) ?? [] };
}
