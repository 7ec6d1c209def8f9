import { expect, test } from "vitest";
import { createAccountStore } from "../participants/account-store.pg.ts";
import type { Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, pool } = await startTestApi();
const { radu, admin } = people;
const administrators = `
  select p.id from participants p join participant_roles r on r.participant_id = p.id and r.role = 'Admin'
  where p.disabled_at is null`;

/** Lets two managers change each other's account; a lock delays both changes until both calls were admitted. */
async function changeEachOther(what: string, body: object): Promise<readonly number[]> {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from participants where id = any($1) for update", [[radu.id, admin.id]]);
  const change = (by: Person, { id }: Person) => call(by, "PUT", `/api/v1/admin/accounts/${id}/${what}`, body);
  const asked = [change(radu, admin), change(admin, radu)];
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
  await client.query("commit");
  client.release();
  return (await Promise.all(asked)).map(({ status }) => status).toSorted((a, b) => a - b);
}

test.each([
  ["role", { role: "Operator" }],
  ["disabled", { disabled: true }],
])("[ADM-3c] if two administrators change each other's %s at once, one stays", async (what, body) => {
  for (const { id } of [radu, admin]) await createAccountStore(pool).changeRole(id, "Admin");
  for (const person of [radu, admin])
    await expect.poll(async () => (await call(person, "GET", "/api/v1/admin/tokens")).status).toBe(200);
  expect(await changeEachOther(what, body)).toEqual([200, 403]);
  expect((await pool.query(administrators)).rowCount).toBe(1);
});
