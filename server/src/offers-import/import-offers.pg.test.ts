import { beforeEach, expect, test } from "vitest";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { startTestApi } from "../testing/test-api.ts";
import type { Entry } from "./file-offer.ts";
import { importOffers } from "./import-offers.ts";
import type { ImportStore } from "./store.ts";
import { offersOn } from "../offers/store.pg.ts";
import { createImportStore } from "./store.pg.ts";

const { people, call, pool } = await startTestApi();
const { ana, radu } = people;
const by = { participantId: radu.id, now: Date.parse("2026-11-26T10:00:00.000Z") };

const content = (changes: Partial<OfferToStore> = {}): OfferToStore => ({
  ...{ version: 1, status: "sent", customer: { username: "ana" }, currency: "RON" },
  vehicle: { make: "Dacia", model: "Logan", year: 2019, engine: "", vin: "", plate: "" },
  lines: [
    {
      ...{ id: 1, code: "A1", brand: "TRW", name: "Disc", qty: 1, unit_price: "10.00" },
      ...{ vat_rate: 21, stock: 0, delivery_days: 1, status: "offered" },
    },
  ],
  valid_until: "2030-01-31T21:59:59.000Z",
  ...changes,
});
const said: string[] = [];
const transactions: number[][] = [];
async function run(offers: readonly (readonly [number, OfferToStore])[], isDryRun = false, bad: readonly Entry[] = []) {
  const entries = offers.map(([number, stored], index): Entry => {
    const line = index + 2;
    const where = (path: string) => ({ line, field: path.slice(1) });
    return { kind: "offer", offer: { number, content: stored, line, where } };
  });
  async function* read(): AsyncIterable<Entry> {
    for (const entry of [...entries, ...bad]) yield await Promise.resolve(entry);
  }
  const stored = createImportStore({ pool, offersOn, offerStaff: ["radu"] });
  const store: ImportStore = {
    inTransaction: async (writer, numbers, work) =>
      await stored.inTransaction(writer, numbers, async (storeOffers) => {
        const sizes: number[] = [];
        transactions.push(sizes);
        return await work(async (batch) => {
          sizes.push(batch.length);
          return await storeOffers(batch);
        });
      }),
  };
  return await importOffers({ store, say: (line) => said.push(line) }, { read, isDryRun }, by);
}
const view = async (number: number) => (await call(ana, "GET", `/api/v1/oferta/${number}`)).body.oferta;
const count = async (): Promise<number> =>
  (await pool.query<{ total: number }>("select count(*) as total from offers")).rows[0]?.total ?? 0;

beforeEach(() => {
  said.length = 0;
  transactions.length = 0;
});

test("[ERP-2f] creates offers with their rooms, updates newer versions, and leaves equal ones unchanged", async () => {
  expect(
    await run([
      [20_001, content()],
      [20_002, content()],
    ]),
  ).toEqual({ kind: "imported", made: 2, stored: 0, same: 0 });
  const changed = content({ version: 2, status: "ordered" });
  const end = await run([
    [20_003, content()],
    [20_001, changed],
    [20_002, content()],
  ]);
  expect(end).toEqual({ kind: "imported", made: 1, stored: 1, same: 1 });
  expect(await view(20_001)).toMatchObject({ version: 2, status: "ordered", updated_at: "2026-11-26T10:00:00.000Z" });
  const room = (await call(ana, "GET", "/api/v1/chat/oferta.20001")).body.chats[0];
  expect(new Set(room.members.map(({ id }: { id: number }) => id))).toEqual(new Set([ana.id, radu.id]));
});

test("[ERP-2f] one conflict or unknown customer rejects the whole file; all of them are listed", async () => {
  await run([[21_001, content({ version: 5 })]]);
  const before = await count();
  const end = await run([
    [21_002, content()],
    [21_001, content({ version: 4 })],
    [21_003, content({ customer: { username: "nimeni" } })],
    [21_004, content({ customer: { id: radu.id } })],
    [21_005, content()],
  ]);
  expect(end).toEqual({
    kind: "bad",
    lines: [
      "line 3: version is 4, but offer 21001 is already stored at 5",
      "line 4: customer is not a known customer",
      "line 5: customer is not a known customer",
    ],
  });
  expect([await count(), (await view(21_001)).version]).toEqual([before, 5]);
});

test("[ERP-5][AUD-1c] cannot decide for the customer, and audits each version as stored by the command", async () => {
  const lines = [{ ...content().lines[0], status: "accepted" }] as OfferToStore["lines"];
  const end = await run([
    [21_020, content()],
    [21_021, content({ lines })],
  ]);
  expect(end).toEqual({
    kind: "bad",
    lines: ["line 3: lines/0/status is accepted, but the customer has not decided so"],
  });
  await run([[21_022, content()]]);
  const { rows } = await pool.query(
    "select by_kind, participant_id, address, about_id, detail from audit where kind = 'offer.stored' and about_id >= 21020",
  );
  expect(rows).toEqual([
    { by_kind: "command-line", participant_id: radu.id, address: null, about_id: 21_022, detail: "version 1" },
  ]);
});

test("[ERP-2f] the same version with another content is a conflict", async () => {
  await run([[21_010, content()]]);
  const lines = ["line 2: version is 1, but offer 21010 is already stored at 1"];
  expect(await run([[21_010, content({ status: "ordered" })]])).toEqual({ kind: "bad", lines });
});

test("[ERP-2f] an invalid end of a file rejects it before any offer is touched", async () => {
  const before = await count();
  const bad: Entry = { kind: "bad", bad: [{ line: 9, problem: "qty is 0" }] };
  expect(await run([[22_001, content()]], false, [bad])).toEqual({ kind: "bad", lines: ["line 9: qty is 0"] });
  expect(await count()).toBe(before);
});

test("[ERP-2i] a dry run reports what would be created, changed, left unchanged or refused, over several batches, and stores nothing", async () => {
  await run([
    [23_000, content({ version: 2 })],
    [23_001, content()],
  ]);
  const before = await count();
  const many = Array.from(
    { length: 700 },
    (_, index) => [23_000 + index, content({ version: index === 0 ? 3 : 1 })] as const,
  );
  expect(await run(many, true)).toEqual({ kind: "imported", made: 698, stored: 1, same: 1 });
  expect(await run([[23_000, content()]], true)).toMatchObject({ kind: "bad" });
  expect([await count(), (await view(23_000)).version]).toEqual([before, 2]);
});

test("[ERP-2f] a long import reports progress", async () => {
  const bad = Array.from({ length: 20_000 }, (): Entry => ({ kind: "bad", bad: [{ line: 1, problem: "qty is 0" }] }));
  await run([], false, bad);
  expect(said).toEqual(["Checked 10000 offers.", "Checked 20000 offers."]);
});

test("[PERF-18] stores a hundred offers per statement, fewer if they are long, in one transaction", async () => {
  await run(Array.from({ length: 700 }, (_, index) => [24_000 + index, content()] as const));
  expect(transactions).toEqual([Array.from({ length: 7 }, () => 100)]);
  transactions.length = 0;
  const lines = Array.from({ length: 500 }, (_, index) =>
    content().lines.map((line) => ({ ...line, id: index + 1 })),
  ).flat();
  await run(Array.from({ length: 3 }, (_, index) => [25_000 + index, content({ lines })] as const));
  expect(transactions).toEqual([[2, 1]]);
});

test.each(["stored", "new"])(
  "[ERP-2l] two imports of the same %s offers in opposite orders wait for each other without deadlock",
  async (kind) => {
    const first = kind === "new" ? 27_000 : 26_000;
    const numbers = Array.from({ length: 300 }, (_, index) => first + index);
    if (kind === "stored") await run(numbers.map((number) => [number, content()] as const));
    const ends = await Promise.all(
      [numbers, numbers.toReversed()].map((order, index) =>
        run(order.map((number) => [number, content({ version: 2 + index })] as const)),
      ),
    );
    // If the newer import runs first, it creates the offers.
    const [, newer] = ends;
    expect(newer?.kind === "imported" && newer.made + newer.stored).toBe(300);
    expect((await view(first + 150)).version).toBe(3);
  },
);
