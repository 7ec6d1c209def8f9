import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { OfferUpdated } from "@cuplaj/protocol/events.ts";
import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import { isoTime, romanianDayEnd } from "../kernel/clock.ts";
import { lineToStore as line, offerToStore } from "../testing/offers-to-store.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi({ offerStaff: ["radu", "mia"] });
const { people, call, broadcasts, pool, database } = api;
const { ana, mihai, radu, mia, nou, admin } = people;

let number = 40_000;
beforeEach(async () => {
  number += 1;
  await put(1);
  broadcasts.length = 0;
  await pool.query("delete from webhook_deliveries");
});
const put = (version: number, changes: object = {}) =>
  call(admin, "PUT", `/api/v1/erp/offers/${number}`, offerToStore(ana, version, changes));
const decide = (lineId: number, decision: LineDecision, version: number, person: Person | null = ana, offer = number) =>
  call(person, "POST", `/api/v1/oferta/${offer}/line/${lineId}/${decision}`, { version });
const deliveries = async () =>
  (
    await pool.query(
      "select offer_id, version, line_id, decision, by_participant, attempts from webhook_deliveries order by offer_id, version",
    )
  ).rows;
const statusesOf = ({ oferta }: { oferta: { lines: { status: string }[] } }) =>
  oferta.lines.map(({ status }) => status);

describe("a customer's decision", () => {
  test("[ERP-3] changes the line in the next version, and may be changed again", async () => {
    const accepted = await decide(1, "accept", 1);
    expect([accepted.status, accepted.body.oferta.version, statusesOf(accepted.body)]).toEqual([
      200,
      2,
      ["accepted", "offered"],
    ]);
    const declined = await decide(1, "decline", 2);
    expect([declined.body.oferta.version, statusesOf(declined.body), declined.body.oferta.totals.net]).toEqual([
      3,
      ["declined", "offered"],
      "214.50",
    ]);
    const { body } = await call(radu, "GET", `/api/v1/oferta/${number}?version=2`);
    expect(body).toEqual(accepted.body);
  });

  test("[ERP-3a] changes nothing if repeated", async () => {
    await decide(1, "accept", 1);
    const again = await decide(1, "accept", 2);
    expect([again.status, again.body.oferta.version]).toEqual([200, 2]);
    expect([broadcasts.length, (await deliveries()).length]).toEqual([1, 1]);
  });

  test("[ERP-3] is logged in the room, and queued for webhooks in the same transaction", async () => {
    await decide(2, "decline", 1);
    const [live] = broadcasts;
    expect([broadcasts.length, live?.event, Check(OfferUpdated, live?.data)]).toEqual([1, "OfferUpdated", true]);
    expect(live?.data).toMatchObject({
      ...{ offer_id: number, version: 2, status: "sent", changes_total: 1 },
      changes: [{ what: "line_status", line_id: 2, from: "offered", to: "declined" }],
      by: { id: ana.id, name: ana.name, type: "customer" },
    });
    expect(live?.channels).toContain(`private-user.${radu.id}`);
    expect(await deliveries()).toEqual([
      { offer_id: number, version: 2, line_id: 2, decision: "decline", by_participant: ana.id, attempts: 0 },
    ]);
  });

  test("[ERP-3a] on a version that is not the stored one is 409 with the newer offer", async () => {
    await put(2, { lines: [line(1, { unit_price: "300.00" })] });
    for (const version of [1, 3, 2 ** 40]) {
      const { status, body } = await decide(1, "accept", version);
      expect([status, body.code, body.details.oferta.version]).toEqual([409, "version_conflict", 2]);
      expect(body.details.oferta.lines[0].unit_price).toBe("300.00");
    }
    expect(await deliveries()).toEqual([]);
  });

  test.each(["draft", "accepted", "ordered", "expired"] as const)(
    "[ERP-3a] on an offer that is %s is 409",
    async (status) => {
      await put(2, { status });
      expect(await decide(1, "accept", 2)).toMatchObject({ status: 409, body: { code: "conflict" } });
      expect(await deliveries()).toEqual([]);
    },
  );

  test("[ERP-3] is only possible for one's own offer: 404 for foreign offers and unknown lines, 403 for staff", async () => {
    for (const [person, status, offer, lineId] of [
      [null, 401, number, 1],
      [mihai, 404, number, 1],
      [nou, 404, number, 1],
      [ana, 404, 999_999, 1],
      [ana, 404, number, 3],
      [ana, 404, number, Number.MAX_SAFE_INTEGER],
      [radu, 403, number, 1],
      [mia, 403, number, 1],
      [admin, 403, number, 1],
      [radu, 404, 999_999, 1],
    ] as const)
      expect([person?.username, offer, lineId, (await decide(lineId, "accept", 1, person, offer)).status]).toEqual([
        person?.username,
        offer,
        lineId,
        status,
      ]);
    expect((await call(ana, "POST", `/api/v1/oferta/${number}/line/1/keep`, { version: 1 })).status).toBe(422);
    expect([broadcasts, await deliveries()]).toEqual([[], []]);
  });

  test("[ERP-3] needs no room", async () => {
    await addOffer(database, number + 1000, ana.id);
    const { oferta } = (await call(ana, "GET", `/api/v1/oferta/${number + 1000}`)).body;
    expect((await decide(oferta.lines[0].id, "accept", 1, ana, number + 1000)).body.oferta.version).toBe(2);
    expect([broadcasts.length, (await deliveries()).length]).toEqual([0, 1]);
  });

  test("[ERP-3a] is accepted until the end of the offer's last day in Romania, and then 409", async () => {
    const today = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Bucharest" }).format(nowMs());
    const lastSecond = romanianDayEnd(today) ?? "";
    await put(2, { valid_until: isoTime(Date.parse(lastSecond) - 86_000_000) });
    expect((await decide(1, "accept", 2)).status).toBe(200);
    await put(4, { valid_until: isoTime(Date.parse(lastSecond) - 90_000_000) });
    broadcasts.length = 0;
    for (const decision of ["accept", "decline"] as const)
      expect(await decide(1, decision, 4)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect([broadcasts, (await deliveries()).length]).toEqual([[], 1]);
  });

  test("[ERP-3] on the highest possible version is 409", async () => {
    await put(2 ** 31 - 1);
    expect(await decide(1, "accept", 2 ** 31 - 1)).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});
