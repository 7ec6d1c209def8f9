import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Product } from "./start-product.ts";

export async function inDatabase(product: Product, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const password = (await readFile(join(product.folder, "postgres-password"), "utf8")).trim();
  const client = new pg.Client({
    host: join(product.folder, "postgres"),
    port: 5432,
    user: "cuplaj",
    database: "cuplaj",
    password,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export async function rowsWith(product: Product, text: string): Promise<number> {
  let count = -1;
  await inDatabase(product, async (client) => {
    const found = await client.query<{ count: number }>(
      `select ((select count(*) from messages where body like $1) +
               (select count(*) from message_edits where body like $1))::int as count`,
      [`%${text}%`],
    );
    count = found.rows[0]?.count ?? -1;
  });
  return count;
}
