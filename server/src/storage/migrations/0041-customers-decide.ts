import { type Kysely, sql } from "kysely";
import { createDecideLines } from "./0041-decide-lines.ts";
import { createStoreOffers } from "./0041-store-offers.ts";

/**
 * ERP-5: the customer decides. What stores offers decides nothing and belongs to programs and administrators, and staff who decide for a
 * caller say so. ROOM-3h: `rooms.decided_seq` is the entry of the customer's newest decision, 0 before the first, and `decided_at` when it was made.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rooms add column decided_seq bigint not null default 0, add column decided_at timestamptz(3)`.execute(
    database,
  );
  // One press may decide of several lines, each of which the ERP is told.
  await sql`
    alter table webhook_deliveries add column is_on_behalf boolean not null default false,
      drop constraint webhook_deliveries_offer_id_version_key, add unique (offer_id, version, line_id)`.execute(
    database,
  );
  await sql`
    alter table audit drop constraint audit_about_type_check,
      add constraint audit_about_type_check check (about_type in ('participant', 'room', 'offer'))`.execute(database);
  await changeRoles(database);
  await createStoreOffers(database);
  await createDecideLines(database);
}

/** PERM-1d: an installation that has people has it in its audit log. */
async function changeRoles(database: Kysely<unknown>): Promise<void> {
  await sql`
    with changed as (
      update roles set permissions = case name
        when 'Admin' then permissions || array['offers.decide-for']
        when 'Operator' then array_remove(permissions, 'offers.edit') || array['offers.decide-for']
        else array_remove(permissions, 'offers.edit') end
      where name in ('Admin', 'Operator') or name <> 'Program' and 'offers.edit' = any(permissions)
      returning name, permissions
    )
    insert into audit (created_at, kind, by_kind, detail)
    select now(), 'role.changed', 'command-line', name || ': ' || array_to_string(permissions, ', ')
    from changed where exists (select from participants) order by name`.execute(database);
}
