import { expect, test } from "vitest";
import { addPeople } from "../../testing/people.ts";
import { createTestDatabase } from "../../testing/database.ts";

const { pool, database } = await createTestDatabase();
const { ana, mihai, radu, mia, nou } = await addPeople({ database });
const at = "2026-11-26T10:00:00.000Z";

const line = (id: number, more: object = {}) => ({
  ...{
    id,
    code: `1K0 615 ${300 + id}`,
    brand: "TRW",
    name: "Disc",
    qty: 1,
    unit_price: "214.50",
    vat_rate: 21,
    stock: 4,
  },
  ...{ delivery_days: 1, status: "offered", ...more },
});
const content = (version: number, more: object = {}) => ({
  ...{ version, status: "sent", customer: { id: ana.id }, currency: "RON", valid_until: "2030-01-31T22:00:00.000Z" },
  vehicle: { make: "Dacia", model: "Logan", year: 2014, engine: "1.5 dCi", vin: "", plate: "" },
  ...{ lines: [line(1), line(2)], ...more },
});
const store = async (offer: number, what: object) =>
  (
    await pool.query("select * from store_offer($1, $2, $3, $4, $5)", [
      ...[offer, JSON.stringify(what), radu.id, at],
      [radu.id, mia.id],
    ])
  ).rows[0];

test("[ERP-1] the database stores whole offers by version", async () => {
  const made = await store(20_001, content(1));
  expect(made).toMatchObject({ outcome: "made", stored_version: 1, customer: { id: ana.id, name: ana.name } });
  expect(made.entries.map((entry: { kind: string; person: unknown }) => [entry.kind, entry.person])).toEqual([
    ["join", { id: ana.id, name: ana.name, type: "customer" }],
    ["join", { id: radu.id, name: radu.name, type: "erp" }],
    ["join", { id: mia.id, name: mia.name, type: "agent" }],
  ]);
  expect((await store(20_001, content(1))).outcome).toBe("same");
  expect((await store(20_001, content(1, { status: "draft" }))).outcome).toBe("conflict");
  const stored = await store(
    20_001,
    content(3, { status: "accepted", lines: [line(3), line(2, { unit_price: "1.00", status: "declined" })] }),
  );
  expect(stored).toMatchObject({ outcome: "stored", stored_version: 3, room: made.room, members_seq: 3 });
  expect(stored.entries).toMatchObject([
    {
      kind: "offer",
      seq: 4,
      payload: {
        ...{ offer_id: 20_001, version: 3, status: "accepted", changes_total: 5 },
        changes: [
          { what: "price", line_id: 2, from: "214.50", to: "1.00" },
          { what: "line_status", line_id: 2, from: "offered", to: "declined" },
          { what: "status", line_id: null, from: "sent", to: "accepted" },
          { what: "line_added", line_id: 3, from: null, to: null },
          { what: "line_removed", line_id: 1, from: null, to: null },
        ],
      },
    },
  ]);
  expect((await store(20_001, content(2))).outcome).toBe("conflict");
  for (const customer of [{ id: radu.id }, { username: "nimeni" }, { id: 999_999 }])
    expect((await store(20_002, content(1, { customer }))).outcome).toBe("no-customer");
  expect(
    (await store(20_001, content(4, { customer: { username: "MIHAI" }, lines: [] }))).entries[0].payload,
  ).toMatchObject({
    changes_total: 4,
    changes: expect.arrayContaining([{ what: "customer", line_id: null, from: String(ana.id), to: String(mihai.id) }]),
  });
  expect((await pool.query("select version from offer_versions order by version")).rows).toEqual([
    { version: 1 },
    { version: 3 },
  ]);
});

test("[ERP-1] hundreds of offers are stored by one statement", async () => {
  for (const [version, outcome] of [
    [1, "made"],
    [2, "stored"],
  ]) {
    const offers = Array.from({ length: 300 }, (_, index) => ({
      number: 30_000 + index,
      content: content(Number(version), { lines: [line(1), line(2, { qty: version }), line(3)] }),
    }));
    const { rows } = await pool.query(
      `select outcome, count(*) from jsonb_to_recordset($1) as o(number bigint, content jsonb)
       cross join lateral store_offer(number, content, $2, $3, $4) group by outcome`,
      [JSON.stringify(offers), radu.id, at, [radu.id, mia.id]],
    );
    expect(rows).toEqual([{ outcome, count: 300 }]);
  }
});

test("[ERP-3] the database stores a decision once, of the version that was seen", async () => {
  await store(20_005, content(1));
  const decide = async (lineId: number, decision: string, version: number, by = ana.id) =>
    (await pool.query("select * from decide_line($1,$2,$3,$4,$5,$6)", [20_005, lineId, decision, version, by, at]))
      .rows[0];
  expect((await decide(1, "accept", 1, nou.id)).outcome).toBe("not-customer");
  expect((await decide(9, "accept", 1)).outcome).toBe("no-line");
  const decided = await decide(1, "accept", 1);
  expect(decided.entries).toMatchObject([{ payload: { version: 2, changes_total: 1 } }]);
  expect((await decide(1, "accept", 1)).outcome).toBe("conflict");
  expect((await decide(1, "accept", 2)).outcome).toBe("same");
  expect((await pool.query("select * from webhook_deliveries")).rows).toMatchObject([
    { offer_id: 20_005, version: 2, decision: "accept" },
  ]);
});
