import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Product } from "./start-product.ts";

/** Runs SQL in the product's own PostgreSQL, past the server. */
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
