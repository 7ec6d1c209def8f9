import type { StatementPool } from "./named-statement.ts";

/** Returns a setting's stored value; the first caller among all processes generates it, and all get the same (RUN-6). */
export async function ensureSetting(pool: StatementPool, key: string, make: () => string): Promise<string> {
  const stored = await readSetting(pool, key);
  if (stored !== undefined) return stored;
  await pool.query("insert into settings (key, value) values ($1, $2) on conflict (key) do nothing", [key, make()]);
  return await ensureSetting(pool, key, make);
}

export async function replaceSetting(pool: StatementPool, key: string, value: string): Promise<void> {
  await pool.query(
    "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
    [key, value],
  );
}

export async function removeSetting(pool: StatementPool, key: string): Promise<void> {
  await pool.query("delete from settings where key = $1", [key]);
}

export async function readSetting(pool: StatementPool, key: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>("select value from settings where key = $1", [key]);
  return rows[0]?.value;
}
