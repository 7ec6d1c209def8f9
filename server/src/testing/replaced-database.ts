import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** A `pg_dump` of a demo that commit cc525241 filled and the last commit with 46 migrations upgraded. */
const dump = gunzipSync(readFileSync(new URL("replaced-schema.sql.gz", import.meta.url))).toString();

/** Creates a database as those 46 migrations left it, including people. */
export async function createReplacedDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  await made.pool.query("drop schema public cascade; create schema public");
  const client = made.newClient();
  await client.connect();
  await client.query(dump);
  await client.end();
  return made;
}
