import { expect, test } from "vitest";
import { offerToStore } from "../testing/offers-to-store.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi({ offerStaff: ["radu"] });
const { people, call, broadcasts, pool } = api;
const { ana, radu, admin } = people;

const put = (offer: number, content: object) => call(admin, "PUT", `/api/v1/erp/offers/${offer}`, content);
const commitsOf = async (first: number, end: number): Promise<number> =>
  (
    await pool.query("select count(distinct xmin::text) as commits from offers where id >= $1 and id < $2", [
      first,
      end,
    ])
  ).rows[0].commits;

test("[ERP-4] concurrent offers share commits, and each gets its own result", async () => {
  await put(70_000, offerToStore(ana, 5));
  await put(70_001, offerToStore(ana, 5));
  await put(70_002, offerToStore(ana, 5));
  broadcasts.length = 0;
  const numbers = Array.from({ length: 40 }, (_, index) => 70_000 + index);
  const answers = await Promise.all(
    numbers.map((offer, index) => {
      const customer = index === 7 ? radu : ana;
      const version = [6, 4, 5][index] ?? 1;
      return put(offer, offerToStore(customer, version));
    }),
  );
  const statuses = new Map([0, 1, 2, 7].map((index) => [index, [200, 409, 200, 422][index > 2 ? 3 : index]]));
  expect(answers.map(({ status }) => status)).toEqual(numbers.map((_, index) => statuses.get(index) ?? 201));
  expect(answers.map(({ body }) => body.oferta?.id_cerere ?? null)).toEqual(
    numbers.map((offer, index) => (index === 1 || index === 7 ? null : offer)),
  );
  expect(await commitsOf(70_003, 70_040)).toBeLessThan(10);
  // Each new room has two joins, and offer 70000 has one version.
  expect(broadcasts).toHaveLength(36 * 2 + 1);
});

test("[ERP-4] only the offer that the database rejects fails", async () => {
  await pool.query("alter table offers add constraint offers_no_such_car check (vin <> 'NO SUCH CAR') not valid");
  const content = offerToStore(ana, 1);
  const refusedContent = { ...content, vehicle: { ...content.vehicle, vin: "NO SUCH CAR" } };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => put(71_000 + index, index === 5 ? refusedContent : content)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index === 5 ? 500 : 201)));
  await pool.query("alter table offers drop constraint offers_no_such_car");
  expect((await put(71_005, refusedContent)).status).toBe(201);
});

test("[ERP-4] offers that wait for a lock take few connections from other calls, and get a response", async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => 72_000 + index);
  await Promise.all(numbers.map((offer) => put(offer, offerToStore(ana, 1))));
  await put(72_100, offerToStore(ana, 1));
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from offers where id between 72000 and 72039 for update");
  const held = Promise.all(numbers.map((offer) => put(offer, offerToStore(ana, 2))));
  for (let seen = 0; seen < 10; seen += 1) {
    expect((await call(ana, "GET", "/api/v1/oferta/72100")).status).toBe(200);
  }
  const answers = await held;
  await holder.query("rollback");
  holder.release();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect((await put(72_000, offerToStore(ana, 2))).status).toBe(200);
});
