import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** The file with the `DATABASE_URL` that a run gave to the product, for the run's own connections. */
export const databaseUrlFile = (dataDir: string): string => join(dataDir, "database-url");

const passwordFiles = { cuplaj: "postgres-password", postgres: "postgres-superuser-password" };

/** Connects to the product's PostgreSQL, as the superuser if `user` is `postgres`. The caller ends the connection. */
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
  // Runs kill the server and its PostgreSQL, so that the next query fails.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export async function query<Row>(dataDir: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = await connectDatabase(dataDir);
  try {
    const { rows } = await client.query(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
