import type pg from "pg";
import { actorValues, operator } from "../kernel/actor.ts";
import { sessionEndedTopic } from "../sign-in/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { AccountStore, ListedAccount } from "./account-store.ts";

/** The accounts as somebody manages them, who stands in the audit log for what they change (AUD-1c). */
export function createAccountStore(pool: pg.Pool, actor = operator): AccountStore {
  const note: NoteChange = async (client, change, id, detail = null) =>
    void (await client.query("select note_account_change($1, $2, $3, $4, $5, $6)", [
      change,
      id,
      detail,
      ...actorValues(actor),
    ]));
  return {
    add: ({ kind, name, username, role, passwordHash }) =>
      inTransaction(pool, async (client) => {
        const [id = null] = await idsOf(client, insertParticipant, [kind, name, username, passwordHash]);
        if (id === null) return null;
        await client.query(insertRole, [id, role]);
        await note(client, "added", id, role);
        return id;
      }),
    list: async () => (await pool.query<ListedAccount>(selectAccounts)).rows,
    disable: async (username) =>
      (await disable(pool, note, { text: "lower(username) = lower($1)", value: username })).length > 0,
    disableAll: async (disabledIds) => void (await disable(pool, note, { text: "id = any($1)", value: disabledIds })),
    findId: async (username) => (await idsOf(pool, selectId, [username]))[0] ?? null,
    async findKind(username) {
      const { rows } = await pool.query<Pick<ListedAccount, "kind">>(selectKind, [username]);
      return rows[0]?.kind ?? null;
    },
    changeRole: (username, role) =>
      inTransaction(pool, async (client) => {
        for (const id of await idsOf(client, raiseVersion, [username])) {
          await client.query("delete from participant_roles where participant_id = $1", [id]);
          await client.query(insertRole, [id, role]);
          await note(client, "role-changed", id, role);
        }
      }),
    changePassword: (username, passwordHash) =>
      inTransaction(pool, async (client) => {
        const ids = await idsOf(client, updatePassword, [username, passwordHash]);
        for (const id of ids) {
          await client.query(endSessions, [id]);
          await note(client, "password-changed", id);
        }
        return ids.length > 0;
      }),
  };
}

const insertParticipant = `
  insert into participants (kind, name, username, password_hash) values ($1, $2, $3, $4)
  on conflict (lower(username)) do nothing returning id`;

const insertRole = "insert into participant_roles (participant_id, role) values ($1, $2)";

const selectAccounts = `
  select id, kind, username, name, disabled_at is not null as "isDisabled",
    array(select role from participant_roles where participant_id = participants.id order by role) as roles
  from participants order by id`;

const selectId = "select id from participants where lower(username) = lower($1)";
const selectKind = "select kind from participants where lower(username) = lower($1)";

const updatePassword = "update participants set password_hash = $2 where lower(username) = lower($1) returning id";

// AUTH-8: pages follow, since what one may do is part of what `me` answers.
const raiseVersion = "update participants set version = version + 1 where lower(username) = lower($1) returning id";

// ERP-2b: one by one, since the tokens of programs go on. LIVE-8: as below.
const endSessions = `
  with gone as (delete from tokens where participant_id = $1 and program is null returning hash)
  select pg_notify('${sessionEndedTopic}', $1::bigint || ' ' || encode(hash, 'hex')) from gone`;

async function idsOf(client: StatementPool, statement: string, values: unknown[]): Promise<readonly number[]> {
  return (await client.query<{ id: number }>(statement, values)).rows.map(({ id }) => id);
}

/** The part of a security event's name after `account.` (SEC-6). */
type AccountChange = "added" | "disabled" | "password-changed" | "role-changed";

/** SEC-6: the servers that run write it into their logs, since a command is a process of its own. */
type NoteChange = (client: StatementPool, change: AccountChange, id: number, detail?: string | null) => Promise<void>;

/** Disables whoever is meant, and then ends what they hold. */
async function disable(
  pool: pg.Pool,
  note: NoteChange,
  { text: whom, value }: { readonly text: string; readonly value: unknown },
): Promise<readonly number[]> {
  const ids = await inTransaction(pool, async (client) => {
    const update = `update participants set disabled_at = coalesce(disabled_at, now()) where ${whom} returning id`;
    const disabled = await idsOf(client, update, [value]);
    for (const id of disabled) {
      await endTokens(client, id);
      await note(client, "disabled", id);
    }
    return disabled;
  });
  for (const id of ids) while (await endsTakeOver(pool, id));
  return ids;
}

/** ACT-2: ends one of the person's take-overs, after the commit from which on they can take no more; false where there is none. */
async function endsTakeOver(pool: StatementPool, id: number): Promise<boolean> {
  const { rows } = await pool.query<{ ended: boolean }>("select end_one_take_over($1) as ended", [id]);
  return rows[0]?.ended === true;
}

async function endTokens(client: StatementPool, id: number): Promise<void> {
  await client.query("delete from tokens where participant_id = $1", [id]);
  // LIVE-8: notified by the commit, every server closes the person's live sockets.
  await client.query("select pg_notify($1, $2)", [sessionEndedTopic, String(id)]);
}
