import { sql } from "kysely";
import { endedSignInsTopic } from "../sign-in/ended-sign-ins.ts";
import type { Database } from "../storage/database.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { AccountStore, ListedAccount, NewAccount } from "./account-store.ts";

/** The operator's accounts in PostgreSQL. */
export function createAccountStore(database: Database): AccountStore {
  return {
    add: (account) => inTransaction(database, (transaction) => addAccount(transaction, account)),
    list: () => listAccounts(database),
    disable: (username) =>
      inTransaction(database, (transaction) =>
        changeAndForgetTokens(transaction, username, { disabled_at: sql<string>`coalesce(disabled_at, now())` }),
      ),
    changePassword: (username, passwordHash) =>
      inTransaction(database, (transaction) =>
        changeAndForgetTokens(transaction, username, { password_hash: passwordHash }),
      ),
  };
}

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

async function changeAndForgetTokens(
  transaction: Database,
  username: string,
  change: { disabled_at: ReturnType<typeof sql<string>> } | { password_hash: string },
): Promise<boolean> {
  const changed = await transaction
    .updateTable("participants")
    .set(change)
    .where(sql`lower(username)`, "=", sql<string>`lower(${username})`)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await transaction.deleteFrom("tokens").where("participant_id", "=", changed.id).execute();
  // LIVE-8: told by the commit to every server, which close the person's live sockets.
  await sql`select pg_notify(${endedSignInsTopic}, ${String(changed.id)})`.execute(transaction);
  return true;
}
