import { proofMinutesMax } from "@cuplaj/protocol/limits.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { isoTime } from "../kernel/clock.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import {
  dueFactor,
  isFactorAsked,
  pendingPerPersonMax,
  tokenIdleMsMax,
  tokensPerPersonMax,
  type TwoFactor,
} from "./rules.ts";
import { isGoodToken } from "./good-token.ts";
import { sessionEndedTopic, type SignInStore } from "./store.ts";
import { hashOfSession, sessionOf } from "./token.ts";

const person = `
  p.id, p.name, p.username, p.kind as type, p.notifications, p.locale, p.version, nullif(p.has_temporary_password, false) as has_temporary_password,
  coalesce((
    select json_agg(json_build_object('name', r.name, 'permissions', r.permissions) order by r.name)
    from participant_roles pr join roles r on r.name = pr.role where pr.participant_id = p.id
  ), '[]') as roles, coalesce((
    select json_agg(json_build_object('user_id', q.id, 'type', q.kind) order by q.id)
    from silences s join participants q on q.id = s.silenced_id where s.participant_id = p.id and s.is_numbered
  ), '[]') as users_silenced, (
    select json_build_object(
      'pinned', coalesce(json_agg(room_id order by pinned_version) filter (where pinned_version is not null), '[]'),
      'muted', coalesce(json_agg(room_id order by muted_version) filter (where muted_version is not null), '[]'),
      'unread', coalesce(json_agg(json_build_object('id', room_id, 'seq', unread_from) order by room_id)
        filter (where unread_from is not null), '[]'))
    from memberships where participant_id = p.id
      and (pinned_version is not null or muted_version is not null or unread_from is not null)
  ) as rooms`;

const hasFactor = (person: string): string =>
  `exists (select from second_factors f where f.participant_id = ${person}) as has_factor`;

type UserRow = Omit<User, "has_temporary_password" | "second_factor" | "only_room"> & {
  readonly has_temporary_password: true | null;
};

const selectAccount = namedStatement<UserRow & { password_hash: string }>(
  "sign-in-account",
  `select ${person}, p.password_hash from participants p where lower(p.username) = lower($1) and p.disabled_at is null`,
);

interface FactorRow {
  readonly is_complete: boolean;
  readonly has_factor: boolean;
}

/** MAIL-3: a session of one room whose person has left it has neither a room nor any rights. */
interface OwnerRow extends UserRow, FactorRow {
  readonly last_used_at: Date | null;
  readonly program: string | null;
  readonly is_of_one_room: boolean;
  readonly only_room: NonNullable<User["only_room"]> | null;
}

const selectTokenOwner = namedStatement<OwnerRow>(
  "sign-in-token-owner",
  `select ${person}, t.last_used_at, t.program, t.second_factor_at is not null as is_complete, ${hasFactor("p.id")},
     t.only_room_id is not null as is_of_one_room, (
       select json_build_object('id', r.id, 'name', r.name, 'channel', 'presence-' || r.name) from rooms r join memberships m on m.room_id = r.id
       where r.id = t.only_room_id and m.participant_id = p.id) as only_room
   from tokens t join participants p on p.id = t.participant_id
   where t.hash = $1 and p.disabled_at is null`,
);

const selectUser = namedStatement<UserRow>(
  "sign-in-user",
  `select ${person} from participants p where p.id = $1 and p.disabled_at is null`,
);

const selectSessionRoles = namedStatement<{ hash: Buffer; participant_id: number; roles: string[] }>(
  "sign-in-session-roles",
  `select t.hash, t.participant_id, array(select role from participant_roles where participant_id = p.id) as roles
   from tokens t join participants p on p.id = t.participant_id
   where t.hash = any($1::bytea[]) and ${isGoodToken("$2")} and p.disabled_at is null`,
);

/** SQL for the person's pending or complete tokens; `$9` is whether a second factor is required. */
const ownTokens = (isPending: boolean): string =>
  `select hash from tokens where participant_id = $2 and program is null and ($9 and second_factor_at is null) = ${isPending}`;

// AUTH-7: the lock waits for a concurrent password change; a later change finds the token to delete. TFA-1e: a sign-in with only the password ends no
// complete session.
const insertToken = namedStatement<FactorRow>(
  "sign-in-add-token",
  `with stale as (
     delete from tokens where hash in (
       select hash from tokens where participant_id = $2 and program is null and last_used_at < $4
       union all
       (${ownTokens(false)} order by last_used_at desc offset $5)
       union all
       (${ownTokens(true)} order by last_used_at desc offset $10)
     )
   )
   insert into tokens (hash, participant_id, created_at, last_used_at, user_agent, second_factor_at, proven_at)
   select $1, id, $3, $3, $7, case when $8 then $3::timestamptz end, case when not $8 then $3::timestamptz end
   from participants where id = $2 and password_hash = $6 and disabled_at is null for share
   returning second_factor_at is not null as is_complete, ${hasFactor("tokens.participant_id")}`,
);

// WAIT-1a: a proof in the future is void, since the clock has been set back.
const selectProof = namedStatement(
  "sign-in-find-proof",
  `select from tokens where hash = $1 and program is null and proven_at between $2 and $2::timestamptz + interval '${proofMinutesMax + 1} minutes'`,
);
const updateProof = namedStatement(
  "sign-in-prove",
  "update tokens set proven_at = $2 where hash = $1 and program is null",
);

const updateToken = namedStatement(
  "sign-in-touch-token",
  "update tokens set last_used_at = $2 where hash = $1 and (last_used_at is null or last_used_at < $2)",
);

// AUTH-7: the commit notifies every server, which forgets the session.
const deleteToken = namedStatement<{ participant_id: number }>(
  "sign-in-remove-token",
  `with gone as (delete from tokens where hash = $1 returning participant_id)
   select participant_id, pg_notify('${sessionEndedTopic}', participant_id || ' ' || encode($1, 'hex')) from gone`,
);

export function createSignInStore(pool: StatementPool, twoFactor: TwoFactor): SignInStore {
  const inSession = (user: User, { is_complete, has_factor }: FactorRow, isProgram: boolean): User => {
    const session = { kind: user.type, isProgram, isComplete: is_complete, hasFactor: has_factor };
    const due = dueFactor(twoFactor, session);
    return due === null ? user : { ...user, ...withheld, second_factor: due };
  };
  return {
    async findAccount(username) {
      const [row] = isPossible(username) ? await selectAccount(pool, [username]) : [];
      return row ? { user: toUser(row), passwordHash: row.password_hash } : null;
    },
    async addToken(hash, { user, passwordHash, userAgent, isVouched = false }, now) {
      const expired = isoTime(now - tokenIdleMsMax);
      const isAsked = isFactorAsked(twoFactor, user.type);
      const isPending = isAsked && !isVouched;
      const stay = {
        whole: tokensPerPersonMax - (isPending ? 0 : 1),
        pending: pendingPerPersonMax - (isPending ? 1 : 0),
      };
      const values = [hash, user.id, isoTime(now), expired, stay.whole, passwordHash, userAgent];
      const [added] = await insertToken(pool, [...values, isVouched, isAsked, stay.pending]);
      return added === undefined ? null : inSession(user, added, false);
    },
    async findTokenOwner(hash) {
      const [row] = await selectTokenOwner(pool, [hash]);
      if (row === undefined) return null;
      const { last_used_at: usedAt, program, is_of_one_room: isOfOneRoom, only_room: room } = row;
      const isProgram = program !== null;
      const lastUsedAt = usedAt?.getTime() ?? null;
      if (isOfOneRoom) return room && { user: inOneRoom(toUser(row), room), lastUsedAt, isProgram };
      return { user: inSession(toUser(row), row, isProgram), lastUsedAt, isProgram };
    },
    async findUser(participantId) {
      const [row] = await selectUser(pool, [participantId]);
      return row ? toUser(row) : null;
    },
    isProven: async (session, since) => (await selectProof(pool, [hashOfSession(session), isoTime(since)])).length > 0,
    async prove(session, now) {
      await updateProof(pool, [hashOfSession(session), isoTime(now)]);
    },
    async touchToken(hash, now) {
      await updateToken(pool, [hash, isoTime(now)]);
    },
    async removeToken(hash) {
      const [gone] = await deleteToken(pool, [hash]);
      return gone?.participant_id ?? null;
    },
  };
}

/** Finds the sessions that are valid at `now` (AUTH-6), with their people and roles. */
export async function findSessionRoles(
  client: StatementPool,
  sessions: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, { readonly participantId: number; readonly roles: readonly { name: string }[] }>> {
  const hashes = sessions.map((session) => Buffer.from(session, "hex"));
  const rows = await selectSessionRoles(client, [hashes, isoTime(now - tokenIdleMsMax)]);
  return new Map(
    rows.map((row) => [
      sessionOf(row.hash),
      { participantId: row.participant_id, roles: row.roles.map((name) => ({ name })) },
    ]),
  );
}

/** TFA-1a: hides roles, silences and rooms from a pending session. */
const withheld = {
  roles: [],
  users_silenced: [],
  rooms: { pinned: [], muted: [], unread: [] },
} satisfies Partial<User>;

/** MAIL-3: the rights in a session of one room: to read and answer it. */
function inOneRoom(user: User, room: NonNullable<User["only_room"]>): User {
  const { has_temporary_password: _, ...rest } = user;
  const permissions = linkPermissions.filter((permission) => hasPermission(user.roles, permission));
  const rooms = { pinned: [], muted: [], unread: [] };
  return { ...rest, users_silenced: [], rooms, roles: [{ name: "Link", permissions }], only_room: room };
}

const linkPermissions = ["rooms.view", "messages.publish", "messages.attach"] as const;

/** Whether a username can exist: PostgreSQL cannot store NUL in text. */
const isPossible = (username: string): boolean => !username.includes("\0");

function toUser(row: UserRow): User {
  const { id, name, username, type, roles, users_silenced, rooms, notifications, locale, version } = row;
  const user = { id, name, username, type, roles, users_silenced, rooms, notifications, locale, version };
  return row.has_temporary_password === true ? { ...user, has_temporary_password: true } : user;
}
