import type { StatementPool } from "../../storage/named-statement.ts";

const selectOfAll = "select bytes_of_all($1) as bytes";

const selectOfPerson = `select (
  (select coalesce(sum(bytes), 0) from files where uploader_id = $2)
  + (select coalesce(sum(bytes), 0) from uploads where uploader_id = $2 and id is distinct from $1::uuid))::bigint as bytes`;

export async function readUsed(
  client: StatementPool,
  by: number | "all",
  butUpload: string | null = null,
): Promise<number> {
  const [select, person] = by === "all" ? [selectOfAll, []] : [selectOfPerson, [by]];
  return (await client.query<{ bytes: number }>(select, [butUpload, ...person])).rows[0]?.bytes ?? 0;
}

/** MSG-3s: takes the lock that guards claims before it reads, since two concurrent claims could otherwise both take the last room. */
export async function lockUsed(client: StatementPool, by: number | "all", butUpload?: string | null): Promise<number> {
  if (by === "all") await client.query("select pg_advisory_xact_lock(hashtext('claim_file'))");
  else await client.query("select from participants where id = $1 for no key update", [by]);
  return await readUsed(client, by, butUpload);
}
