import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import type { Rounds } from "../kernel/rounds.ts";
import { offerToStore } from "../testing/offers-to-store.ts";
import { startTestApi } from "../testing/test-api.ts";
import { forgetVersions, type VersionStore, versionsStoredMin } from "./forget-versions.ts";
import { createVersionStore } from "./version-store.pg.ts";

const { people, call, pool } = await startTestApi();
const { ana, admin } = people;
const store = createVersionStore(pool);
const running: Rounds[] = [];
afterAll(() => Promise.all(running.map((rounds) => rounds.stop())));

async function forget(): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const watched: VersionStore = {
    async removeVersions(...after) {
      const next = await store.removeVersions(...after);
      if (next === null) passed.resolve();
      return next;
    },
  };
  running.push(forgetVersions({ store: watched, storedDays: 10, clock: systemClock, log: silentLog }));
  await passed.promise;
}

async function storeVersions(number: number, total: number): Promise<void> {
  for (let version = 1; version <= total; version += 1)
    await call(admin, "PUT", `/api/v1/erp/offers/${number}`, offerToStore(ana, version));
}
const replacedDaysAgo = (number: number, version: number, days: number) =>
  pool.query(
    "update offer_versions set replaced_at = now() - $3 * interval '1 day' where offer_id = $1 and version = $2",
    [number, version, days],
  );
const statusOf = async (number: number, version: number): Promise<number> =>
  (await call(ana, "GET", `/api/v1/oferta/${number}?version=${version}`)).status;

test("[OFF-1b] old versions are 404, except the newest of each offer, recent ones, and ones with a pending webhook", async () => {
  const [number, total] = [61_001, versionsStoredMin + 5];
  await storeVersions(number, total);
  for (let version = 1; version < total; version += 1) await replacedDaysAgo(number, version, 11);
  await replacedDaysAgo(number, 3, 9);
  await pool.query(
    `insert into webhook_deliveries (offer_id, version, line_id, decision, by_participant, created_at, next_at)
     values ($1, 2, 1, 'accept', $2, now(), 'infinity')`,
    [number, ana.id],
  );
  await forget();
  const statuses = await Promise.all(Array.from({ length: 6 }, (_, index) => statusOf(number, index + 1)));
  expect(statuses).toEqual([404, 200, 200, 404, 200, 200]);
  expect(await statusOf(number, total)).toBe(200);
  const { rows } = await pool.query("select version from offer_versions where offer_id = $1", [number]);
  expect(rows.length).toBe(versionsStoredMin + 2);
});

test("[OFF-1b] thousands of versions of one offer are removed in several statements", async () => {
  await storeVersions(61_002, 1);
  await pool.query(
    `insert into offer_versions select 61002, n, '{}', now() - interval '1 year' from generate_series(1, 4500) n`,
  );
  await forget();
  const { rows } = await pool.query("select min(version) as first from offer_versions where offer_id = 61002");
  expect(rows).toEqual([{ first: 4500 - versionsStoredMin + 1 }]);
});
