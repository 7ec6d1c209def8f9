import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople, type Person } from "../testing/people.ts";
import { startServerProcess, temporaryFolder } from "../testing/server-process.ts";

test("[TFA-1d] startup signs out staff without a second factor, and logs who needs one", async () => {
  const database = await createTestDatabase();
  const { mia, ana } = await addPeople(database);
  await database.pool.query("update tokens set second_factor_at = null");
  const settings = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), TWO_FACTOR: "staff", LOG_LEVEL: "info" };
  const server = await startServerProcess(settings);
  const me = async ({ token }: Person) =>
    (await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await me(mia), await me(ana)]).toEqual([401, 200]);
  server.signal("SIGTERM");
  expect((await server.ended).stderr).toContain('"twoFactor":"staff"');
});
