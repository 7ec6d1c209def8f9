import { readFileSync } from "node:fs";
import pg from "pg";
import type { DatabaseAddress } from "../../../server/src/storage/database.ts";
import type { DatabaseProcess } from "./database-process.ts";

export const xmppAccount = (person: number): { readonly user: string; readonly password: string } => ({
  user: `agent${person}`,
  password: `password-${person}`,
});

/** Creates ejabberd's database, with its accounts, in the measured server's PostgreSQL. */
export async function makeArchive(
  beside: Pick<DatabaseProcess, "address" | "superuser">,
  tables: string,
  people: number,
): Promise<DatabaseAddress> {
  const address = { ...beside.address, database: "ejabberd" };
  await withClient(beside.superuser, (client) =>
    client.query(`create database ${address.database} owner ${address.user}`),
  );
  await withClient(address, async (client) => {
    await client.query(readFileSync(tables, "utf8"));
    const accounts = Array.from({ length: people }, (_, index) => xmppAccount(index + 1));
    await client.query("insert into users (username, password) select * from unnest($1::text[], $2::text[])", [
      accounts.map(({ user }) => user),
      accounts.map(({ password }) => password),
    ]);
    await client.query("vacuum analyze users");
  });
  return address;
}

export async function archivedMessages(address: DatabaseAddress): Promise<number> {
  const { rows } = await withClient(address, (client) =>
    client.query<{ count: string }>("select count(*) from archive where kind = 'groupchat'"),
  );
  return Number(rows[0]?.count);
}

async function withClient<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
