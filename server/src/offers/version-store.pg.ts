import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { VersionStore } from "./forget-versions.ts";

/** Maximum numbers of offers scanned and versions removed per statement. */
const [offersMax, versionsMax] = [500, 2000];

// Skips versions that other processes are removing, and finds the newest ones by each offer's primary key. If an offer has too many for one
// statement, the next one continues with it.
const removeStatement = namedStatement<{ lastId: number | null; isLast: boolean; removed: number }>(
  "offers-forget-versions",
  `with looked as materialized (
     select id from offers where id > $1 order by id limit ${offersMax}
   ), old as (
     select v.offer_id, v.version from looked cross join lateral (
       select version from offer_versions where offer_id = looked.id order by version desc offset $2 limit 1
     ) upto join offer_versions v on v.offer_id = looked.id and v.version <= upto.version and v.replaced_at < $3
       and not exists (select from webhook_deliveries d where d.offer_id = v.offer_id and d.version = v.version)
     order by v.offer_id, v.version limit ${versionsMax} for update of v skip locked
   ), removed as (
     delete from offer_versions v using old where v.offer_id = old.offer_id and v.version = old.version returning 1
   )
   select (select max(id) from looked) as "lastId", (select count(*) from looked) < ${offersMax} as "isLast",
     (select count(*) from removed) as removed`,
);

export const createVersionStore = (pool: StatementPool): VersionStore => ({
  async removeVersions(afterOfferId, { newest, before }) {
    const [row] = await removeStatement(pool, [afterOfferId, newest, before]);
    if (row === undefined) throw new Error("removing versions without an answer");
    if (row.removed === versionsMax) return afterOfferId;
    return row.isLast ? null : row.lastId;
  },
});
