import pg from "pg";
import { endTakeOvers } from "../action-log/change-actions.ts";
import { type Actor, operator } from "../kernel/actor.ts";
import { sessionEndedTopic } from "../sign-in/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { isoTime } from "../kernel/clock.ts";
import { accountLists } from "./account-lists.pg.ts";
import type { AccountKey, AccountStore, NewAccount, NewInvitation } from "./account-store.ts";
import { type AccountChange, noteAccountChange } from "./note-account-change.ts";

/** Adds an account in the caller's transaction, as the operator; see `AccountStore.add`. */
export const addAccount = (client: StatementPool, account: NewAccount): Promise<number | null> =>
  add(client, noteFor(operator), account, false);

/** Creates a store that audits changes as made by `actor` (AUD-1c). */
export function createAccountStore(pool: StatementPool, actor = operator): AccountStore {
  const note = noteFor(actor);
  const asManager = managing(pool, actor);
  return {
    add: (account) => inTransaction(pool, (client) => add(client, note, account, false)),
    addAll: (accounts, prepared) =>
      inTransaction(
        pool,
        async (client) => {
          const taken: string[] = [];
          for (const { invitation, ...account } of accounts) {
            const id = await add(client, note, account, invitation === null);
            if (id === null) taken.push(account.username);
            else if (invitation !== null) await invite(client, note, id, invitation);
          }
          if (taken.length === 0) prepared();
          return { taken };
        },
        ({ taken }) => taken.length === 0,
      ),
    disable: async (whom) => (await disable(pool, asManager, note, { text: isThem(whom), value: whom })).length > 0,
    disableAll: async (ids) => void (await disable(pool, asManager, note, { text: "id = any($1)", value: ids })),
    changeRole: async (whom, role) => (await asManager((client) => changeRole(client, note, whom, role))) !== null,
    ...accountLists(pool),
    ...accountChanges(pool, note),
  };
}

const accountChanges = (
  pool: StatementPool,
  note: NoteChange,
): Pick<
  AccountStore,
  "enable" | "rename" | "setMail" | "invite" | "endSignIns" | "removeSecondFactor" | "changePassword"
> => ({
  enable: (whom) =>
    inTransaction(pool, async (client) => {
      const ids = await idsOf(client, enable(isThem(whom)), [whom]);
      for (const id of ids) await note(client, "enabled", id);
      return ids.length > 0;
    }),
  rename: async (whom, { name = null, username = null }) => {
    try {
      return await inTransaction(pool, async (client) => {
        const [person] = await idsOf(client, lockPerson(isThem(whom)), [whom]);
        for (const id of await idsOf(client, rename, [person, name, username])) await note(client, "renamed", id);
        return person === undefined ? "unknown" : "renamed";
      });
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.constraint === "participants_username_key") return "taken";
      throw error;
    }
  },
  setMail: (whom, address) =>
    inTransaction(pool, async (client) => {
      const ids = await idsOf(client, lockPerson(isThem(whom)), [whom]);
      for (const id of ids) {
        const changed = address === null ? idsOf(client, deleteMail, [id]) : idsOf(client, upsertMail, [id, address]);
        if ((await changed).length > 0) await note(client, "mail-changed", id);
      }
      return ids.length > 0;
    }),
  invite: (whom, invitation) =>
    inTransaction(pool, async (client) => {
      const [id] = await idsOf(client, lockEnabled(isThem(whom)), [whom]);
      if (id !== undefined) await invite(client, note, id, invitation);
      return id !== undefined;
    }),
  endSignIns: (whom) =>
    inTransaction(pool, async (client) => {
      const ids = await idsOf(client, lockPerson(isThem(whom)), [whom]);
      for (const id of await idsOf(client, endSignedIn, [ids])) await note(client, "signed-out", id);
      return ids.length > 0;
    }),
  removeSecondFactor: (whom) => inTransaction(pool, (client) => removeFactor(client, note, whom)),
  changePassword: (whom, passwordHash, lasts) =>
    inTransaction(pool, async (client) => {
      const ids = await idsOf(client, updatePassword(isThem(whom)), [whom, passwordHash, lasts === "temporary"]);
      for (const id of ids) {
        await client.query("delete from invitations where participant_id = $1", [id]);
        await client.query("select end_sessions($1, null)", [id]);
        await note(client, "password-changed", id, lasts ?? null);
      }
      return ids.length > 0;
    }),
});

const insertParticipant = `
  insert into participants (kind, name, username, password_hash, has_temporary_password) values ($1, $2, $3, $4, $5)
  on conflict (lower(username)) do nothing returning id`;

const insertRole = "insert into participant_roles (participant_id, role) values ($1, $2)";

const isThem = (whom: AccountKey): string => (typeof whom === "number" ? "id = $1" : "lower(username) = lower($1)");

const lockPerson = (is: string): string =>
  `select id from participants where ${is} and erased_at is null for no key update`;
const lockEnabled = (is: string): string =>
  `select id from participants where ${is} and disabled_at is null for no key update`;

const disableEnabled =
  "update participants set disabled_at = now() where id = any($1) and disabled_at is null returning id";

const enable = (is: string): string => `
  update participants set disabled_at = null
  where ${is} and disabled_at is not null and erased_at is null returning id`;

// AUTH-8: the version is raised, so that the person's open pages learn the new name.
const rename = `
  update participants set name = coalesce($2, name), username = coalesce($3, username), version = version + 1
  where id = $1 and (name, username) is distinct from (coalesce($2, name), coalesce($3, username)) returning id`;

const endSignedIn = `
  select id from unnest($1::bigint[]) as id where cardinality(end_sessions(id, null)) > 0`;

const selectManager = "select id from participants where id = $1 and holds_permission(id, 'users.manage')";

const deleteFactor = "delete from second_factors where participant_id = $1 returning participant_id as id";

const upsertInvitation = `
  insert into invitations (participant_id, token_hash, expires_at) values ($1, $2, $3)
  on conflict (participant_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;

const upsertMail = `
  insert into mail_addresses as mail (participant_id, address) values ($1, $2)
  on conflict (participant_id) do update set address = excluded.address, bounced_at = null, pending_address = null, confirm_hash = null,
    confirm_expires_at = null
    where mail.address is distinct from excluded.address or num_nonnulls(mail.bounced_at, mail.pending_address) > 0
  returning participant_id as id`;
const deleteMail = "delete from mail_addresses where participant_id = $1 returning participant_id as id";

const updatePassword = (is: string): string => `
  update participants set password_hash = $2, has_temporary_password = $3, version = version + 1
  where ${is} and erased_at is null returning id`;

// AUTH-8: the version is raised for the person's open pages, since `me` includes permissions.
const raiseVersion = (is: string): string => `
  update participants set version = version + 1
  where ${is} and erased_at is null and array(select role from participant_roles where participant_id = participants.id) <> array[$2]
  returning id`;

async function idsOf(client: StatementPool, statement: string, values: unknown[]): Promise<readonly number[]> {
  return (await client.query<{ id: number }>(statement, values)).rows.map(({ id }) => id);
}

type NoteChange = (client: StatementPool, change: AccountChange, id: number, detail?: string | null) => Promise<void>;

const noteFor =
  (actor: Actor): NoteChange =>
  (client, ...change) =>
    noteAccountChange(client, actor, ...change);

async function add(
  client: StatementPool,
  note: NoteChange,
  { kind, name, username, role, passwordHash, email }: NewAccount,
  isTemporary: boolean,
): Promise<number | null> {
  const [id = null] = await idsOf(client, insertParticipant, [kind, name, username, passwordHash, isTemporary]);
  if (id === null) return null;
  await client.query(insertRole, [id, role]);
  if (email !== undefined) await client.query(upsertMail, [id, email]);
  await note(client, "added", id, role);
  return id;
}

async function invite(
  client: StatementPool,
  note: NoteChange,
  id: number,
  { hash, expiresAt }: NewInvitation,
): Promise<void> {
  await client.query(upsertInvitation, [id, hash, isoTime(expiresAt)]);
  await note(client, "invited", id);
}

/** TFA-4: also ends all sign-ins; returns false if the account has no second factor. */
async function removeFactor(client: StatementPool, note: NoteChange, whom: AccountKey): Promise<boolean> {
  const [person] = await idsOf(client, lockPerson(isThem(whom)), [whom]);
  const [id] = await idsOf(client, deleteFactor, [person]);
  if (id === undefined) return false;
  await client.query("select end_sessions($1, null)", [id]);
  await note(client, "two-factor-removed", id);
  return true;
}

async function changeRole(client: StatementPool, note: NoteChange, whom: AccountKey, role: string): Promise<void> {
  for (const id of await idsOf(client, raiseVersion(isThem(whom)), [whom, role])) {
    await client.query("delete from participant_roles where participant_id = $1", [id]);
    await client.query(insertRole, [id, role]);
    await note(client, "role-changed", id, role);
  }
}

/** Runs one transaction at a time; null if the actor may no longer manage accounts. */
type AsManager = <T>(run: (client: StatementPool) => Promise<T>) => Promise<T | null>;

/** ADM-3c: serializes changes that may revoke the right to manage accounts. The operator always has that right and takes no lock. */
const managing =
  (pool: StatementPool, { id }: Actor): AsManager =>
  (run) =>
    inTransaction(pool, async (client) => {
      if (id === null) return await run(client);
      await client.query("select pg_advisory_xact_lock(hashtext('manage_accounts'))");
      // A separate statement sees what the previous holder of the lock committed.
      const isManager = (await idsOf(client, selectManager, [id])).length > 0;
      return isManager ? await run(client) : null;
    });

async function disable(
  pool: StatementPool,
  asManager: AsManager,
  note: NoteChange,
  { text: whom, value }: { readonly text: string; readonly value: unknown },
): Promise<readonly number[]> {
  const ids = await asManager(async (client) => {
    const people = await idsOf(client, lockPerson(whom), [value]);
    for (const id of await idsOf(client, disableEnabled, [people])) {
      await endTokens(client, id);
      await note(client, "disabled", id);
    }
    return people;
  });
  for (const id of ids ?? []) await endTakeOvers(pool, id);
  return ids ?? [];
}

async function endTokens(client: StatementPool, id: number): Promise<void> {
  await client.query("delete from tokens where participant_id = $1", [id]);
  await client.query("delete from invitations where participant_id = $1", [id]);
  await client.query("delete from mail_links where participant_id = $1", [id]);
  // LIVE-8: the commit notifies every server, which closes the person's sockets.
  await client.query("select pg_notify($1, $2)", [sessionEndedTopic, String(id)]);
}
