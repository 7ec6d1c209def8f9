import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { NamedPerson } from "@cuplaj/protocol/participant.ts";
import { readChange, type StoredChange } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { namedStaff } from "../participants/named-staff.ts";
import type { DecisionOutcome, NewOffer, OfferStore, StoredOffer, StoreOutcome } from "./store.ts";

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
const selectNoStaff = namedStatement<{ username: string }>(
  "offers-no-staff",
  `select username from unnest($1::text[]) with ordinality asked (username, position)
   where not exists (${namedStaff("array[asked.username]")}) order by position`,
);

/** What the functions of `stored-offers.sql` and `decisions.sql` return; entries only if the offer has a room. */
type ChangedOffer = StoredChange & { readonly room: number };

/** One row an offer, in their order. */
const storeStatement = namedStatement<
  ChangedOffer & {
    readonly outcome: "made" | "stored" | "same" | "conflict" | "no-customer" | "undecided";
    readonly version: number;
    readonly customerId: number;
    readonly customerName: string;
    readonly storedAt: string;
    readonly staffTotal: number;
    readonly undecided: readonly number[] | null;
  }
>(
  "offers-store",
  `select outcome, stored_version as version, room, entries, members_seq as "membersSeq", customer_id as "customerId",
     customer_name as "customerName", ${wireTime("stored_at")} as "storedAt", cardinality(staff) as "staffTotal", undecided
   from (select array(${namedStaff("$2::text[]")}) as staff) found cross join lateral store_offers($1, $3, staff) order by place`,
);
const decideStatement = namedStatement<ChangedOffer & Pick<DecisionOutcome, "outcome">>(
  "offers-decide",
  `select outcome, room, entries, members_seq as "membersSeq" from decide_lines($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
      const rows = await storeStatement(pool, [JSON.stringify(offers.map(toSent)), staff, now]);
      return offers.map(({ offerId, content }, index): StoreOutcome => {
        const row = rows[index];
        if (row === undefined) throw new Error("an offer was stored without an answer");
        const { outcome, version, storedAt, staffTotal, undecided } = row;
        const entries = readChange(row.room, row);
        if (outcome === "no-customer") return { outcome, entries };
        if (outcome === "undecided") return { outcome, indexes: undecided ?? [], entries };
        if (outcome === "conflict") return { outcome, version, entries };
        const offer = asStored(offerId, content, { id: row.customerId, name: row.customerName }, storedAt);
        return outcome === "made" ? { outcome, entries, offer, staffTotal } : { outcome, entries, offer };
      });
    },
    async decide({ offerId, lineId, decision, version, isOnBehalf, actor: { id, by, address }, now }) {
      const asked = [offerId, lineId, decision, version, id, isOnBehalf, by, address, now];
      const [row] = await decideStatement(pool, asked);
      if (row === undefined) throw new Error("a decision without an answer");
      return { outcome: row.outcome, entries: readChange(row.room, row) };
    },
  };
}

/** An offer as `store_offers` reads it. */
function toSent({ offerId, actor, content }: NewOffer): object {
  const { customer, vehicle, lines, status, version, valid_until } = content;
  const named = "id" in customer ? { customer_id: customer.id } : { username: customer.username };
  const by = { by: actor.id, by_actor: actor.by, from_address: actor.address };
  return { id: offerId, ...by, status, version, valid_until, ...vehicle, ...named, lines };
}

/** What was sent is what is stored, but for how its customer was named. */
function asStored(offerId: number, content: OfferToStore, customer: NamedPerson, storedAt: string): StoredOffer {
  const { currency: _currency, ...stored } = content;
  return { ...stored, id_cerere: offerId, customer, updated_at: storedAt };
}
