import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** In the data folder of a product that was given a `DATABASE_URL` by a run: that address, for the run's own connections. */
export const databaseUrlFile = (dataDir: string): string => join(dataDir, "database-url");

const passwordFiles = { cuplaj: "postgres-password", postgres: "postgres-superuser-password" };

/** A connection of our own to the product's PostgreSQL, beside the server; `postgres` is its superuser. The caller ends it. */
export async function connectDatabase(dataDir: string, user: "cuplaj" | "postgres" = "cuplaj"): Promise<pg.Client> {
  const given = databaseUrlFile(dataDir);
  const client = new pg.Client(
    existsSync(given)
      ? { connectionString: readFileSync(given, "utf8") }
      : {
          host: join(dataDir, "postgres"),
          port: 5432,
          user,
          database: "cuplaj",
          password: readFileSync(join(dataDir, passwordFiles[user]), "utf8").trim(),
        },
  );
  // The server and its PostgreSQL die while this stands; the next query tells.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Runs one query over a connection of its own. */
export async function query<Row>(dataDir: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = await connectDatabase(dataDir);
  try {
    const { rows } = await client.query(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
