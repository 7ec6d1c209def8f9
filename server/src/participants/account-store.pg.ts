import { type RawBuilder, sql } from "kysely";
import { accountChangedTopic, sessionEndedTopic } from "../sign-in/store.ts";
import type { Database } from "../storage/database.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { AccountStore, ListedAccount, NewAccount } from "./account-store.ts";

/** The operator's accounts in PostgreSQL. */
export function createAccountStore(database: Database): AccountStore {
  return {
    add: (account) => inTransaction(database, (transaction) => addAccount(transaction, account)),
    list: () => listAccounts(database),
    disable: (username) => inTransaction(database, (transaction) => disable(transaction, sameUsername(username))),
    disableAll: (ids) =>
      inTransaction(database, async (transaction) => {
        for (const id of ids) await disable(transaction, sql<boolean>`id = ${id}`);
      }),
    async findKind(username) {
      const whom = database.selectFrom("participants").select("kind").where(sameUsername(username));
      return (await whom.executeTakeFirst())?.kind ?? null;
    },
    changeRole: (username, role) => inTransaction(database, (transaction) => changeRole(transaction, username, role)),
    changePassword: (username, passwordHash) =>
      inTransaction(database, (transaction) =>
        changeAndForgetTokens(transaction, sameUsername(username), {
          change: { password_hash: passwordHash },
          told: "password-changed",
        }),
      ),
  };
}

const sameUsername = (username: string): RawBuilder<boolean> => sql`lower(username) = lower(${username})`;

const disable = (transaction: Database, whom: RawBuilder<boolean>): Promise<boolean> =>
  changeAndForgetTokens(transaction, whom, {
    change: { disabled_at: sql<string>`coalesce(disabled_at, now())` },
    told: "disabled",
  });

async function addAccount(transaction: Database, account: NewAccount): Promise<number | null> {
  const { kind, name, username, role, passwordHash } = account;
  const added = await transaction
    .insertInto("participants")
    .values({ kind, name, username, password_hash: passwordHash })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return null;
  await transaction.insertInto("participant_roles").values({ participant_id: added.id, role }).execute();
  await tellChange(transaction, "added", added.id);
  return added.id;
}

async function listAccounts(database: Database): Promise<readonly ListedAccount[]> {
  const rows = await database
    .selectFrom("participants")
    .select(["id", "kind", "username", "name", "disabled_at"])
    .select((row) =>
      row
        .selectFrom("participant_roles")
        .whereRef("participant_roles.participant_id", "=", "participants.id")
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as("roles"))
        .as("roles"),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ disabled_at, roles, ...account }) => ({
    ...account,
    roles: roles ?? [],
    isDisabled: disabled_at !== null,
  }));
}

/** The part of a security event's name after `account.` (SEC-6). */
type AccountChange = "added" | "disabled" | "password-changed" | "role-changed";

interface Change {
  readonly change: { disabled_at: RawBuilder<string> } | { password_hash: string };
  readonly told: AccountChange;
}

async function changeAndForgetTokens(
  transaction: Database,
  whom: RawBuilder<boolean>,
  { change, told }: Change,
): Promise<boolean> {
  const changed = await transaction
    .updateTable("participants")
    .set(change)
    .where(whom)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await transaction.deleteFrom("tokens").where("participant_id", "=", changed.id).execute();
  // LIVE-8: told by the commit to every server, which close the person's live sockets.
  await sql`select pg_notify(${sessionEndedTopic}, ${String(changed.id)})`.execute(transaction);
  await tellChange(transaction, told, changed.id);
  return true;
}

async function changeRole(transaction: Database, username: string, role: string): Promise<void> {
  const { id } = await transaction
    .selectFrom("participants")
    .select("id")
    .where(sameUsername(username))
    .forUpdate()
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom("participant_roles").where("participant_id", "=", id).execute();
  await transaction.insertInto("participant_roles").values({ participant_id: id, role }).execute();
  // AUTH-8: pages follow, since what one may do is part of what `me` answers.
  await transaction
    .updateTable("participants")
    .set({ version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
  await tellChange(transaction, "role-changed", id);
}

/** SEC-6: a command is a process of its own, so the servers that run write it into their logs. */
async function tellChange(transaction: Database, change: AccountChange, id: number): Promise<void> {
  await sql`select pg_notify(${accountChangedTopic}, ${`${change} ${id}`})`.execute(transaction);
}
