import type { Member } from "@cuplaj/protocol/participant.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { folded } from "./account-lists.pg.ts";
import type { NameStore } from "./store.ts";

const selectNames = namedStatement<Member>(
  "participants-names",
  `select p.id, p.name, p.kind as type from participants p
   where p.id = any($1::bigint[]) and ($3 or p.id = $2 or exists (
     select from memberships theirs join memberships mine on mine.room_id = theirs.room_id
     where theirs.participant_id = p.id and mine.participant_id = $2)
     or exists (select from silences where participant_id = $2 and silenced_id = p.id and is_numbered))
   order by p.id`,
);

const selectStaff = namedStatement<Member>(
  "participants-staff",
  `select p.id, p.name, p.kind as type from participants p
   where p.kind <> 'customer' and p.disabled_at is null and not exists (
     select from regexp_split_to_table(trim(${folded("$1")}), '\\s+') word where strpos(${folded("p.name")}, word) = 0) and exists (
     select from participant_roles given join roles on roles.name = given.role
     where given.participant_id = p.id and 'rooms.view' = any(roles.permissions))
   order by ${folded("p.name")} collate "C", p.id limit $2`,
);

const selectVersions = namedStatement<{ id: number; version: number }>(
  "participants-versions",
  "select id, version from participants where id = any($1::bigint[])",
);

export function createNameStore(pool: StatementPool): NameStore {
  return {
    findNames: (ids, askerId, anyone) => selectNames(pool, [ids, askerId, anyone]),
    listStaff: (search, take) => selectStaff(pool, [search, take]),
    async findVersions(ids) {
      const rows = await selectVersions(pool, [ids]);
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
  };
}
