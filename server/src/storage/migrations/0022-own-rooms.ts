import { type Kysely, sql } from "kysely";
import { createAccountFunctions } from "./0022-own-account.ts";

/**
 * How a person has arranged their rooms stands in the membership, which the unread counts read anyway and which goes when the room is
 * left (decision 0033). What is pinned and muted is numbered by the version of own settings that did so, which gives pins their order.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table memberships add column pinned_version bigint, add column muted_version bigint,
      add column unread_from bigint`.execute(database);
  await sql`
    create index memberships_arranged on memberships (participant_id)
      where pinned_version is not null or muted_version is not null or unread_from is not null`.execute(database);
  await sql`alter table silences add column is_numbered boolean not null default true`.execute(database);
  await createArranging(database, "pin_room", "pinned_version");
  await createArranging(database, "mute_room", "muted_version");
  await createArranging(database, "mark_unread", "unread_from");
  await createChangeSilence(database);
  await createAccountFunctions(database);
}

/**
 * Sets one column of a membership, or clears it, and answers what came of it. Nothing changes twice: a room that is pinned keeps its
 * place. The person is locked before the membership, so that the rooms counted are those there are; who joins locks the person last.
 */
async function createArranging(database: Kysely<unknown>, name: string, column: string): Promise<void> {
  const [call, field] = [sql.id(name), sql.id(column)];
  const isVersion = column !== "unread_from";
  const wanted = isVersion ? sql`case when wanted is not null then next_version end` : sql`wanted`;
  const isSame = isVersion ? sql`(before is null) = (wanted is null)` : sql`before is not distinct from wanted`;
  await sql`
    create function ${call}(by_person bigint, at_room bigint, wanted bigint, rooms_max integer) returns text
    language plpgsql as $$
    declare
      next_version bigint;
      before bigint;
    begin
      select version + 1 into next_version from participants where id = by_person for no key update;
      select ${field} into before from memberships where room_id = at_room and participant_id = by_person for no key update;
      if not found then return 'no-member'; end if;
      if ${isSame} then return 'same'; end if;
      if before is null and rooms_max <= (
        select count(*) from memberships where participant_id = by_person and ${field} is not null
      ) then return 'full'; end if;
      update memberships set ${field} = ${wanted} where room_id = at_room and participant_id = by_person;
      update participants set version = next_version where id = by_person;
      return 'changed';
    end $$`.execute(database);
}

/**
 * SIL-1: begins a silence, which has no effect until the person's messages are numbered (decision 0021) and `complete_silence` is
 * called, or ends one; null asks for the other state than now. Both people are held, in the order of their ids: who joins a room
 * meanwhile waits, and finds the silence (`0014-unread.ts`).
 */
async function createChangeSilence(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_silence(by_person bigint, of_person bigint, wanted boolean, people_max integer) returns text
    language plpgsql as $$
    declare
      is_silenced boolean;
    begin
      perform from participants where id in (by_person, of_person) order by id for no key update;
      is_silenced := exists (
        select from silences where participant_id = by_person and silenced_id = of_person and is_numbered);
      if coalesce(wanted, not is_silenced) then
        if is_silenced then return 'same'; end if;
        if people_max <= (select count(*) from silences where participant_id = by_person and is_numbered)
        then return 'full'; end if;
        insert into silences (participant_id, silenced_id, is_numbered) values (by_person, of_person, false)
        on conflict do nothing;
        return 'begun';
      end if;
      delete from silences where participant_id = by_person and silenced_id = of_person;
      if not is_silenced then return 'same'; end if;
      update participants set version = version + 1 where id = by_person;
      return 'ended';
    end $$`.execute(database);
  await sql`
    create function complete_silence(by_person bigint, of_person bigint) returns void language plpgsql as $$
    begin
      perform from participants where id = by_person for no key update;
      update silences set is_numbered = true
      where participant_id = by_person and silenced_id = of_person and not is_numbered;
      if found then update participants set version = version + 1 where id = by_person; end if;
    end $$`.execute(database);
}
