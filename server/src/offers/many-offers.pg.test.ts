import { expect, test } from "vitest";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { createOfferStore, offersOn } from "./store.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { lineToStore as line, offerToStore, programOf } from "../testing/offers-to-store.ts";
import { addPeople } from "../testing/people.ts";

const { pool, database } = await createTestDatabase();
const { ana, radu } = await addPeople({ database });
const store = createOfferStore(pool);
const at = "2026-11-26T10:00:00.000Z";

test("[ERP-1] hundreds of offers are stored at once", async () => {
  for (const [version, outcome] of [
    [1, "made"],
    [2, "stored"],
    [2, "same"],
    [1, "conflict"],
  ] as const) {
    const offers = Array.from({ length: 300 }, (_, index) => ({
      offerId: 30_000 + index,
      content: offerToStore(ana, version, { lines: [line(1), line(2, { qty: version }), line(3)] }),
      actor: programOf(radu),
    }));
    const stored = await store.store(offers, { staff: ["radu", "mia"], now: at });
    expect(stored.map((offer) => offer.outcome)).toEqual(offers.map(() => outcome));
  }
});

test("[ERP-1] storing an offer reads no rows of others", async () => {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("set local plan_cache_mode = force_generic_plan");
  const sent = [30_001, 31_001].map((offerId) => ({
    offerId,
    content: offerToStore(ana, 3, { lines: [line(1, { stock: 1 }), line(3)] }),
    actor: programOf(radu),
  }));
  const read = async (): Promise<number[]> =>
    (
      await client.query(
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
         where relname in ('offers', 'offer_lines', 'offer_versions', 'rooms', 'memberships', 'room_events') order by relname`,
      )
    ).rows.map((row) => row.read);
  const before = await read();
  await offersOn(client).store(sent, { staff: ["radu", "mia"], now: at });
  // The other offers have at least 300 rows in each table.
  for (const [index, after] of (await read()).entries()) expect(after - (before[index] ?? 0)).toBeLessThan(100);
  await client.query("rollback");
  client.release();
});

test("[ERP-1e] only lines that differ are written", async () => {
  const storeLines = (version: number, lines: OfferToStore["lines"]) =>
    store.store([{ offerId: 20_001, content: offerToStore(ana, version, { lines }), actor: programOf(radu) }], {
      staff: [],
      now: at,
    });
  const rowsOf = async () =>
    (await pool.query("select id, xmin::text as written from offer_lines where offer_id = 20001 order by position"))
      .rows;
  await storeLines(1, [line(1), line(2), line(3)]);
  const before = await rowsOf();
  await storeLines(2, [line(1), line(2, { stock: 0 }), line(3)]);
  const after = await rowsOf();
  expect(after.map((row, index) => row.written === before[index].written)).toEqual([true, false, true]);
  await storeLines(3, [line(3), line(2, { stock: 0 }), line(1)]);
  expect((await rowsOf()).map(({ id }) => id)).toEqual([3, 2, 1]);
});
