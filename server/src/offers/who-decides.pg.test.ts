import { beforeEach, describe, expect, test } from "vitest";
import type { AuditEntry } from "@cuplaj/protocol/audit.ts";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { lineToStore as line, offerToStore } from "../testing/offers-to-store.ts";
import { addPerson, passwordHash, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createOfferStore } from "./store.pg.ts";

const { people, call, broadcasts, pool, database } = await startTestApi();
const { ana, radu, mia, admin } = people;
const account = { kind: "erp", name: "ERP", username: "erp", role: "Program", hash: passwordHash } as const;
const erp: Person = { ...(await addPerson(database, account)), token: makeToken() };
await createProgramTokenStore(pool).add({ hash: hashToken(erp.token), username: "erp", program: "ERP" });

let number = 45_000;
beforeEach(async () => {
  number += 1;
  await put(1, [line(1), line(2), line(3)]);
  broadcasts.length = 0;
});
const put = (version: number, lines: OfferToStore["lines"], person = erp) =>
  call(person, "PUT", `/api/v1/erp/offers/${number}`, offerToStore(ana, version, { lines }));
const decide = (path: string, body: object, person = ana) =>
  call(person, "POST", `/api/v1/oferta/${number}/${path}`, body);
const statuses = async (): Promise<string[]> =>
  (await call(ana, "GET", `/api/v1/oferta/${number}`)).body.oferta.lines.map(
    ({ status }: { status: string }) => status,
  );
const auditOf = async (kind: string): Promise<AuditEntry[]> =>
  (await call(admin, "GET", `/api/v1/audit/1?kind=${kind}`)).body.entries.filter(
    ({ about }: AuditEntry) => about?.id === number,
  );
const deliveries = async () =>
  (
    await pool.query(
      `select version, line_id, decision, by_participant, is_on_behalf from webhook_deliveries where offer_id = $1 order by version, line_id`,
      [number],
    )
  ).rows;

test("[ERP-5c] a program cannot decide, even with its customer's account", async () => {
  const program = { ...ana, token: makeToken() };
  await createProgramTokenStore(pool).add({ hash: hashToken(program.token), username: "ana", program: "P" });
  for (const path of ["line/1/accept", "accept"])
    expect((await decide(path, { version: 1 }, program)).status).toBe(403);
  expect(new Set(await statuses())).toEqual(new Set(["offered"]));
});

describe("storing", () => {
  test("[ERP-5] cannot decide for the customer, neither in a new offer nor in a newer version: nothing is stored", async () => {
    const before = await statuses();
    const wrong = [line(1), line(2, { status: "accepted", unit_price: "9999.00" }), line(3, { status: "declined" })];
    for (const person of [erp, admin]) {
      const { status, body } = await put(2, wrong, person);
      expect([status, Object.keys(body.errors)]).toEqual([422, ["lines.1.status", "lines.2.status"]]);
    }
    expect([await statuses(), broadcasts]).toEqual([before, []]);
    number += 5000;
    expect(await put(1, wrong)).toMatchObject({
      status: 422,
      body: { errors: { "lines.2.status": expect.anything() } },
    });
    expect((await call(ana, "GET", `/api/v1/oferta/${number}`)).status).toBe(404);
  });

  test("[ERP-5] keeps a decision on the same part and price, and may reopen the line", async () => {
    await decide("line/1/accept", { version: 1 });
    await decide("line/2/decline", { version: 2 });
    const [accepted, declined] = [line(1, { status: "accepted" }), line(2, { status: "declined" })] as const;
    for (const changed of [
      { unit_price: "9999.00" },
      { qty: 7 },
      { vat_rate: 9 },
      { code: "X1" },
      { brand: "ATE" },
      { status: "declined" } as const,
    ])
      expect([changed, (await put(4, [{ ...accepted, ...changed }, declined])).status]).toEqual([changed, 422]);
    expect((await put(4, [{ ...declined, status: "accepted" }, accepted])).body.errors).toHaveProperty(
      "lines.0.status",
    );
    expect((await put(4, [declined, { ...accepted, stock: 0, delivery_days: 9, name: "Disc" }, line(3)])).status).toBe(
      200,
    );
    expect(await statuses()).toEqual(["declined", "accepted", "offered"]);
    expect((await put(5, [line(1, { unit_price: "250.00" }), declined])).status).toBe(200);
    expect(await statuses()).toEqual(["offered", "declined"]);
  });

  test("[AUD-1c] is audited, each version once, with actor and address", async () => {
    await put(2, [line(1)]);
    await put(2, [line(1)]);
    await put(3, [line(1, { status: "accepted" })]);
    await put(4, [line(1)], admin);
    expect(await auditOf("offer.stored")).toMatchObject([
      { by: "person", person: { id: admin.id }, detail: "version 4" },
      {
        ...{ by: "program", person: { id: erp.id, name: "ERP" }, address: "127.0.0.1", times: 1 },
        ...{ about: { type: "offer", id: number }, detail: "version 2" },
      },
      { by: "program", detail: "version 1" },
    ]);
  });
});

describe("on behalf of the customer", () => {
  test("[ERP-5c] staff decide by a separate call, marked in the room, the audit log and the webhook", async () => {
    const { status, body } = await decide("line/2/accept", { version: 1, on_behalf: true }, radu);
    expect([status, body.oferta.version, await statuses()]).toEqual([200, 2, ["offered", "accepted", "offered"]]);
    expect(broadcasts[0]?.data).toMatchObject({
      by: { id: radu.id, type: "erp" },
      decision: { decision: "accept", on_behalf: true },
    });
    expect(await auditOf("offer.decided-for")).toMatchObject([
      {
        ...{ by: "person", person: { id: radu.id }, address: "127.0.0.1" },
        ...{ about: { type: "offer", id: number }, detail: "accept, version 2" },
      },
    ]);
    expect(await deliveries()).toEqual([
      { version: 2, line_id: 2, decision: "accept", by_participant: radu.id, is_on_behalf: true },
    ]);
    expect((await put(3, [line(2, { status: "accepted" })])).status).toBe(200);
  });

  test("[ERP-5c] needs the permission and `on_behalf`, and customers cannot use it", async () => {
    for (const [person, body] of [
      [mia, { on_behalf: true }],
      [erp, { on_behalf: true }],
      [ana, { on_behalf: true }],
      [radu, {}],
      [radu, { on_behalf: false }],
      [admin, {}],
    ] as const)
      for (const path of ["line/1/accept", "accept"])
        expect([person.username, path, (await decide(path, { version: 1, ...body }, person)).status]).toEqual([
          person.username,
          path,
          403,
        ]);
    expect([await statuses(), await deliveries(), await auditOf("offer.decided-for")]).toEqual([
      ["offered", "offered", "offered"],
      [],
      [],
    ]);
  });
});

describe("all open lines", () => {
  test("[ERP-3f] are accepted in one call: one version, one entry, and a webhook for each line", async () => {
    await put(2, [line(1), line(2, { status: "alternative" }), line(3), line(4)]);
    await decide("line/4/decline", { version: 2 });
    broadcasts.length = 0;
    const { status, body } = await decide("accept", { version: 3 });
    expect([status, body.oferta.version, await statuses()]).toEqual([
      ...[200, 4],
      ["accepted", "alternative", "accepted", "declined"],
    ]);
    expect(broadcasts).toHaveLength(1);
    expect(broadcasts[0]?.data).toMatchObject({
      changes: [
        { what: "line_status", line_id: 1, from: "offered", to: "accepted" },
        { what: "line_status", line_id: 3, from: "offered", to: "accepted" },
      ],
      ...{ changes_total: 2, decision: { decision: "accept", on_behalf: false } },
    });
    expect((await deliveries()).filter(({ version }) => version === 4)).toMatchObject([{ line_id: 1 }, { line_id: 3 }]);
    const again = await decide("accept", { version: 3 });
    expect([again.status, again.body.oferta.version]).toEqual([200, 4]);
  });

  test("[ERP-3a][ERP-3f] at an old version they are 409 with the newer offer, and the entry lists ten of twenty", async () => {
    const lines = Array.from({ length: 20 }, (_, index) => line(index + 1));
    await put(2, lines);
    expect(await decide("accept", { version: 1 })).toMatchObject({
      ...{ status: 409, body: { code: "version_conflict", details: { oferta: { version: 2 } } } },
    });
    broadcasts.length = 0;
    await decide("accept", { version: 2 }, ana);
    expect(broadcasts[0]?.data).toMatchObject({ changes_total: 20, changes: { length: 10 } });
  });
});

test("[ERP-3a] a decision is refused if the customer is erased while it waits for the offer's lock", async () => {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from offers where id = $1 for update", [number]);
  const actor = { by: "person", id: admin.id, address: "127.0.0.1" } as const;
  const asked = { offerId: number, lineId: 1, decision: "accept", version: 1, isOnBehalf: true, actor } as const;
  const decided = createOfferStore(pool).decide({ ...asked, now: "2026-11-26T10:00:00.000Z" });
  await someStatementWaits(pool);
  await client.query("update participants set erased_at = now() where id = $1", [ana.id]);
  await client.query("commit");
  client.release();
  expect(await decided).toEqual({ outcome: "not-sent", entries: [] });
});
