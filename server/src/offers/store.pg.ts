import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { NamedPerson } from "@cuplaj/protocol/participant.ts";
import { readChange, type StoredChange } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { DecisionOutcome, OfferStore, StoredOffer, StoreOutcome } from "./store.ts";

/** What `offer_content` leaves out is the customer's name, which is read as it is now. */
const named = "|| jsonb_build_object('customer', jsonb_build_object('id', p.id, 'name', p.name)) as offer";

const selectOffer = namedStatement<{ offer: StoredOffer }>(
  "offers-find",
  `select offer_content(o.id) ${named} from offers o join participants p on p.id = o.customer_id where o.id = $1`,
);
const selectVersion = namedStatement<{ offer: StoredOffer }>(
  "offers-find-version",
  `select v.content ${named} from offer_versions v
   join participants p on p.id = (v.content->'customer'->'id')::bigint where v.offer_id = $1 and v.version = $2::bigint`,
);
const selectCustomer = namedStatement<{ customer_id: number }>(
  "offers-customer",
  "select customer_id from offers where id = $1",
);
const selectRooms = namedStatement<{ id: number; offerId: number }>(
  "offers-rooms",
  `select id, offer_id as "offerId" from rooms where offer_id = any($1)`,
);
/** Whoever of the user names, in small letters, has an enabled account of staff. */
const staffOf = (usernames: string): string =>
  `select id from participants where lower(username) = any(${usernames}) and kind <> 'customer' and disabled_at is null`;
const selectNoStaff = namedStatement<{ username: string }>(
  "offers-no-staff",
  `select username from unnest($1::text[]) with ordinality asked (username, position)
   where not exists (${staffOf("array[asked.username]")}) order by position`,
);

/** What the functions of `storage/migrations/0024-offers-from-erp.ts` answer; they have entries only where there is a room. */
type ChangedOffer = StoredChange & { readonly room: number };

/** An answer for each of some offers, in their order; the rooms of others are locked in the order of their ids (decision 0036). */
const storeStatement = namedStatement<
  ChangedOffer & {
    readonly outcome: "made" | "stored" | "same" | "conflict" | "no-customer";
    readonly version: number;
    readonly customer: NamedPerson;
    readonly storedAt: string;
    readonly staffTotal: number;
  }
>(
  "offers-store",
  `with stored as materialized (
     select place, cardinality(staff) as "staffTotal", done.*
     from (select array(${staffOf("$2::text[]")}) as staff) found cross join (
       select sent.* from rows from (jsonb_to_recordset($1) as (id bigint, by bigint, content jsonb))
         with ordinality as sent (id, by, content, place)
       left join rooms r on r.offer_id = sent.id order by r.id, sent.id offset 0
     ) sent cross join lateral store_offer(sent.id, content, by, $3, staff) done
   )
   select outcome, stored_version as version, room, entries, members_seq as "membersSeq", customer,
     ${wireTime("stored_at")} as "storedAt", "staffTotal" from stored order by place`,
);
const decideStatement = namedStatement<ChangedOffer & Pick<DecisionOutcome, "outcome">>(
  "offers-decide-line",
  `select outcome, room, entries, members_seq as "membersSeq" from decide_line($1, $2, $3, $4, $5, $6)`,
);

export function createOfferStore(pool: StatementPool): OfferStore {
  return {
    find: async (offerId) => (await selectOffer(pool, [offerId]))[0]?.offer ?? null,
    findVersion: async (offerId, version) => (await selectVersion(pool, [offerId, version]))[0]?.offer ?? null,
    findCustomer: async (offerId) => (await selectCustomer(pool, [offerId]))[0]?.customer_id ?? null,
    findRooms: async (offerIds) =>
      new Map((await selectRooms(pool, [offerIds])).map(({ id, offerId }) => [offerId, id] as const)),
    findNoStaff: async (usernames) => (await selectNoStaff(pool, [usernames])).map(({ username }) => username),
    async store(offers, { staff, now }) {
      const sent = offers.map(({ offerId, participantId, content }) => ({ id: offerId, by: participantId, content }));
      const rows = await storeStatement(pool, [JSON.stringify(sent), staff, now]);
      return offers.map(({ offerId, content }, index): StoreOutcome => {
        const row = rows[index];
        if (row === undefined) throw new Error("an offer was stored without an answer");
        const { outcome, version, customer, storedAt, staffTotal } = row;
        const entries = readChange(row.room, row);
        if (outcome === "no-customer") return { outcome, entries };
        if (outcome === "conflict") return { outcome, version, entries };
        const offer = asStored(offerId, content, customer, storedAt);
        return outcome === "made" ? { outcome, entries, offer, staffTotal } : { outcome, entries, offer };
      });
    },
    async decideLine({ offerId, lineId, decision, version, participantId, now }) {
      const [row] = await decideStatement(pool, [offerId, lineId, decision, version, participantId, now]);
      if (row === undefined) throw new Error("a decision without an answer");
      return { outcome: row.outcome, entries: readChange(row.room, row) };
    },
  };
}

/** What was sent is what is stored, but for how its customer was named. */
function asStored(offerId: number, content: OfferToStore, customer: NamedPerson, storedAt: string): StoredOffer {
  const { currency: _currency, ...stored } = content;
  return { ...stored, id_cerere: offerId, customer, updated_at: storedAt };
}
