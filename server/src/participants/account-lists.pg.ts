import { tokenIdleMsMax } from "../sign-in/rules.ts";
import { type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { AccountKey, AccountStore, ListedAccount } from "./account-store.ts";

const account = `
  p.id, p.kind, p.username, p.name, p.disabled_at is not null as "isDisabled", p.erased_at is not null as "isErased",
  p.has_temporary_password as "hasTemporaryPassword",
  exists (select from second_factors f where f.participant_id = p.id) as "hasSecondFactor",
  exists (select from invitations i where i.participant_id = p.id and i.expires_at > now()) as "isInvited",
  mail.address as "mailAddress", ${wireTime("mail.bounced_at")} as "mailBouncedAt",
  array(select role from participant_roles where participant_id = p.id order by role) as roles,
  signed.in_ as "signIns", signed.used_at as "lastUsedAt"`;
const fromAccounts = `
  from participants p left join mail_addresses mail on mail.participant_id = p.id cross join lateral (
    select count(*)::integer as in_, ${wireTime("max(t.last_used_at)")} as used_at from tokens t
    where t.participant_id = p.id and t.program is null
      and t.last_used_at > now() - interval '${tokenIdleMsMax} milliseconds') signed`;

/** Folds case and the accents of Romanian and its neighbours, independently of the database's collation. */
export const folded = (text: string): string =>
  `lower(translate(${text}, 'ĂÂÁÄÎÍȘŞȚŢÉÖŐÓÜŰÚăâáäîíșşțţéöőóüűú', 'AAAAIISSTTEOOOUUUaaaaiisstteooouuu'))`;
const hasPart = `strpos(${folded("p.name")}, ${folded("$1")}) > 0 or strpos(${folded("p.username")}, ${folded("$1")}) > 0`;

export function accountLists(
  pool: StatementPool,
): Pick<AccountStore, "list" | "listPage" | "find" | "findId" | "findKind"> {
  const find = async (whom: AccountKey): Promise<ListedAccount | null> => {
    const isThem = typeof whom === "number" ? "p.id = $1" : "lower(p.username) = lower($1)";
    const { rows } = await pool.query<ListedAccount>(`select ${account} ${fromAccounts} where ${isThem}`, [whom]);
    return rows[0] ?? null;
  };
  return {
    list: async () => (await pool.query<ListedAccount>(`select ${account} ${fromAccounts} order by p.id`)).rows,
    async listPage(search, { skip, take }) {
      const page = `select ${account} ${fromAccounts} where ${hasPart} order by ${folded("p.name")} collate "C", p.id offset $2 limit $3`;
      const count = `select count(*) as total from participants p where ${hasPart}`;
      const [found, counted] = await Promise.all([
        pool.query<ListedAccount>(page, [search, skip, take]),
        pool.query<{ total: number }>(count, [search]),
      ]);
      return { accounts: found.rows, total: counted.rows[0]?.total ?? 0 };
    },
    find,
    findId: async (username) => (await find(username))?.id ?? null,
    findKind: async (username) => (await find(username))?.kind ?? null,
  };
}
