import type { Database } from "./database.ts";

/** The kept value of a setting; the first caller of all processes makes it, everyone gets the same one (RUN-6). */
export async function keepSetting(database: Database, key: string, make: () => string): Promise<string> {
  const kept = await readSetting(database, key);
  if (kept !== undefined) return kept;
  await database
    .insertInto("settings")
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return await database
    .selectFrom("settings")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirstOrThrow()
    .then((row) => row.value);
}

/** The kept value, or undefined where none was made. */
export async function readSetting(database: Database, key: string): Promise<string | undefined> {
  const row = await database.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}
