import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { NamedPerson } from "@cuplaj/protocol/participant.ts";
import { readChange, type StoredChange } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { DecisionOutcome, OfferStore, StoredOffer, StoreOutcome } from "./store.ts";
import { staffOf } from "./staff-of.ts";

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
const selectRoom = namedStatement<{ id: number }>("offers-room", "select id from rooms where offer_id = $1");
const selectNoStaff = namedStatement<{ username: string }>(
  "offers-no-staff",
  `select username from unnest($1::text[]) with ordinality asked (username, position)
   where not exists (${staffOf("array[asked.username]")}) order by position`,
);

/** What the functions of `storage/migrations/0024-offers-from-erp.ts` answer; they have entries only where there is a room. */
type ChangedOffer = StoredChange & { readonly room: number };

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
  `select outcome, stored_version as version, room, entries, members_seq as "membersSeq", customer,
     ${wireTime("stored_at")} as "storedAt", cardinality(staff) as "staffTotal"
   from (select array(${staffOf("$5::text[]")}) as staff) found cross join lateral store_offer($1, $2, $3, $4, staff)`,
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
    findRoom: async (offerId) => (await selectRoom(pool, [offerId]))[0]?.id ?? null,
    findNoStaff: async (usernames) => (await selectNoStaff(pool, [usernames])).map(({ username }) => username),
    async store({ offerId, content, participantId, staff, now }): Promise<StoreOutcome> {
      const [row] = await storeStatement(pool, [offerId, JSON.stringify(content), participantId, now, staff]);
      if (row === undefined) throw new Error("an offer was stored without an answer");
      const { outcome, version, customer, storedAt } = row;
      const entries = readChange(row.room, row);
      if (outcome === "no-customer") return { outcome, entries };
      if (outcome === "conflict") return { outcome, version, entries };
      const offer = asStored(offerId, content, customer, storedAt);
      return outcome === "made" ? { outcome, entries, offer, staffTotal: row.staffTotal } : { outcome, entries, offer };
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
