import { isoTime } from "../kernel/clock.ts";
import { isGoodToken } from "../sign-in/good-token.ts";
import { tokenIdleMsMax } from "../sign-in/rules.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { AccessStore, SessionOwner } from "./store.ts";

interface AccessRow {
  readonly owners: readonly (SessionOwner & { readonly session: string })[];
  readonly member_positions: readonly number[];
}

// Each membership is looked up separately, since a join might scan all of a person's memberships each time.
const selectAccess = namedStatement<AccessRow>(
  "channel-access",
  `select coalesce((
     select json_agg(json_build_object('session', encode(t.hash, 'hex'), 'participantId', p.id, 'roles', coalesce((
       select json_agg(json_build_object('name', r.name, 'permissions', r.permissions))
       from participant_roles pr join roles r on r.name = pr.role where pr.participant_id = p.id), '[]')))
     from tokens t join participants p on p.id = t.participant_id
     where t.hash = any($1::bytea[]) and ${isGoodToken("$2")} and p.disabled_at is null), '[]') as owners,
   coalesce((
     select json_agg(asked.position) from unnest($3::bigint[], $4::text[])
       with ordinality asked (participant_id, name, position)
     where (
       select participant_id from memberships
       where room_id = (select id from rooms where name = asked.name) and participant_id = asked.participant_id
     ) is not null), '[]') as member_positions`,
);

export function createAccessStore(pool: StatementPool): AccessStore {
  return {
    async findAccess({ sessions, memberships }, now) {
      const [row] = await selectAccess(pool, [
        sessions.map((session) => Buffer.from(session, "hex")),
        isoTime(now - tokenIdleMsMax),
        memberships.map(({ participantId }) => participantId),
        memberships.map(({ roomName }) => roomName),
      ]);
      const members = (row?.member_positions ?? []).flatMap((position) => memberships[position - 1] ?? []);
      return { owners: new Map(row?.owners.map((owner) => [owner.session, owner])), members: new Set(members) };
    },
  };
}
