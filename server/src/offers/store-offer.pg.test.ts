import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { OfferUpdated } from "@cuplaj/protocol/events.ts";
import { Offer, type OfferToStore } from "@cuplaj/protocol/offer.ts";
import { lineToStore as line, offerToStore } from "../testing/offers-to-store.ts";
import { addOffer, addPerson, passwordHash, type Person } from "../testing/people.ts";
import { silentLog } from "../kernel/log.ts";
import { startTestApi } from "../testing/test-api.ts";

const warned: unknown[] = [];
const log: typeof silentLog = Object.assign(Object.create(silentLog), {
  warn: (fields: object) => void warned.push(fields),
});
const api = await startTestApi({ offerStaff: ["radu", "mia", "ana", "nimeni"], log });
const { people, call, broadcasts, pool, database } = api;
const { ana, mihai, radu, mia, nou, admin } = people;
const erp = await addPerson(database, { ...radu, name: "ERP", username: "erp", role: "Program", hash: passwordHash });

let number = 20_000;
beforeEach(() => {
  number += 1;
  warned.length = 0;
  broadcasts.length = 0;
});
const put = (content: object, person: Person = erp, offer = number) =>
  call(person, "PUT", `/api/v1/erp/offers/${offer}`, content);
const view = async (person: Person, query = "") => await call(person, "GET", `/api/v1/oferta/${number}${query}`);
const roomOf = async (person: Person) => (await call(person, "GET", `/api/v1/chat/oferta.${number}`)).body.chats[0];
const historyOf = async (person: Person, roomId: number) =>
  (await call(person, "GET", `/api/v1/chat/${roomId}/1`)).body.data.events;
const allRows = async () =>
  (
    await pool.query(
      `select (select json_agg(o order by id) from offers o) as offers, (select json_agg(l order by offer_id, id) from offer_lines l) as lines,
         (select json_agg(v order by offer_id, version) from offer_versions v) as versions,
         (select json_agg(r order by id) from rooms r) as rooms, (select count(*) from room_events) as events`,
    )
  ).rows;

describe("a program's offer", () => {
  test("[ERP-1] is created, stored as a version, and returned", async () => {
    const made = await put(offerToStore(ana, 3));
    expect([made.status, Check(Offer, made.body.oferta)]).toEqual([201, true]);
    expect((await view(ana)).body).toEqual(made.body);
    expect(made.body.oferta).toMatchObject({
      ...{ id_cerere: number, version: 3, customer: { id: ana.id, name: ana.name } },
      totals: { net: "429.00", vat: "90.09", gross: "519.09" },
    });
    const stored = await put(offerToStore(ana, 7, { status: "ordered", lines: [line(2), line(1, { qty: 3 })] }));
    expect([stored.status, stored.body.oferta.version]).toEqual([200, 7]);
    expect((await view(ana)).body).toEqual(stored.body);
    expect(stored.body.oferta.lines.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  });

  test("[ERP-1] repeating it changes nothing, also in the form that `oferta/{id}` returns", async () => {
    await put(offerToStore(ana, 1));
    const { oferta } = (await view(radu)).body;
    const before = await allRows();
    broadcasts.length = 0;
    for (const content of [offerToStore(ana, 1), oferta, { ...oferta, customer: { username: "ANA" } }]) {
      expect(await put(content)).toMatchObject({ status: 200, body: { oferta } });
    }
    expect(await allRows()).toEqual(before);
    expect(broadcasts).toEqual([]);
  });

  test("[ERP-1a] an old version is 409 with the stored one, and changes nothing", async () => {
    await put(offerToStore(ana, 5));
    const before = await allRows();
    for (const content of [
      offerToStore(ana, 4),
      offerToStore(ana, 5, { lines: [line(2), line(1)] }),
      offerToStore(ana, 5, { status: "draft" }),
    ])
      expect(await put(content)).toMatchObject({
        status: 409,
        body: { code: "version_conflict", details: { version: 5 } },
      });
    expect(await allRows()).toEqual(before);
  });

  test("[SEC-13b] a text without visible characters is stored as empty, and only once", async () => {
    const content = offerToStore(ana, 1, { lines: [line(1, { brand: "\u200b\u3164", name: " \u00ad" })] });
    const sent = { ...content, vehicle: { ...content.vehicle, plate: "\u2060" } };
    const { body } = await put(sent);
    expect(body.oferta).toMatchObject({ vehicle: { plate: "" }, lines: [{ brand: "", name: "" }] });
    expect((await put(sent)).status).toBe(200);
  });

  test("[ERP-1a][SEC-13][SEC-13b][SEC-13l] invalid fields are named, and nothing is stored", async () => {
    const before = await allRows();
    const good = offerToStore(ana, 1);
    const lines = [line(1), line(2), line(1, { name: "\ud800" }), line(4)];
    for (const [content, fields] of [
      [{ ...good, lines: [line(1), { ...line(2), unit_price: "1,5", qty: 0 }] }, ["lines.1.qty", "lines.1.unit_price"]],
      [{ ...good, lines }, ["lines.2.id", "lines.2.name"]],
      [{ ...good, valid_until: "2030-02-30T00:00:00.000Z" }, ["valid_until"]],
      [{ ...good, vehicle: { ...good.vehicle, plate: "a\u0000" } }, ["vehicle.plate"]],
      [
        { ...good, lines: [line(1, { code: "1H0\ufffe615" }), line(2, { name: "a\u{1fffe}" })] },
        ["lines.0.code", "lines.1.name"],
      ],
      [
        {
          ...good,
          lines: [" ", "\u200b\u2060", "\u3164", "\ufe0f"].map((code, index) => line(index + 1, { code })),
        },
        ["lines.0.code", "lines.1.code", "lines.2.code", "lines.3.code"],
      ],
      [{ ...good, lines: [line(1, { name: `Disc${"\u0301".repeat(9)}` })] }, ["lines.0.name"]],
      [{ ...good, customer: { id: radu.id } }, ["customer"]],
      [{ ...good, customer: { username: "nimeni" } }, ["customer"]],
      [{ ...good, customer: { username: "\u0000\ud800" } }, ["customer"]],
      [{ ...good, customer: { name: "Ana" } }, ["customer"]],
      [{ ...good, lines: Array.from({ length: 501 }, (_, index) => line(index + 1)) }, ["lines"]],
      [{}, ["currency", "customer", "lines", "status", "valid_until", "vehicle", "version"]],
    ] as const) {
      const { status, body } = await put(content);
      expect([status, Object.keys(body.errors ?? {}).toSorted()]).toEqual([422, fields]);
    }
    expect((await put(good, erp, 1e15)).body.errors).toHaveProperty("id");
    await pool.query("update participants set disabled_at = now() where id = $1", [mihai.id]);
    expect((await put(offerToStore(mihai, 1))).body.errors).toHaveProperty("customer");
    await pool.query("update participants set disabled_at = null where id = $1", [mihai.id]);
    expect(await allRows()).toEqual(before);
    // Ignored fields may have any value.
    expect((await put({ ...good, totals: "\u0000\ud800", lines: [{ ...line(1), total: "\u0000" }] })).status).toBe(201);
  });

  test("[ERP-1] only an ERP user with `offers.edit` may store one, whether it exists or not", async () => {
    await put(offerToStore(ana, 1));
    await database
      .insertInto("participant_roles")
      .values([
        { participant_id: mia.id, role: "Program" },
        { participant_id: mihai.id, role: "Admin" },
      ])
      .execute();
    const before = await allRows();
    for (const person of [ana, mihai, radu, mia, nou])
      for (const offer of [number, number + 500])
        expect(await put(offerToStore(ana, 2), person, offer)).toMatchObject({
          status: 403,
          body: { code: "forbidden" },
        });
    expect(await allRows()).toEqual(before);
    expect((await put(offerToStore(ana, 2), admin)).status).toBe(200);
    await pool.query("delete from participant_roles where (participant_id, role) in (($1, 'Program'), ($2, 'Admin'))", [
      mia.id,
      mihai.id,
    ]);
  });

  test("[ERP-1] the largest offer has totals that are exact to the ban", async () => {
    const dear = { qty: 10_000, unit_price: "9999999.99", vat_rate: 100 };
    const lines = Array.from({ length: 500 }, (_, index) => line(Number.MAX_SAFE_INTEGER - index, dear));
    const { body, status } = await put(offerToStore(ana, 2 ** 31 - 1, { lines }));
    expect([status, body.oferta.totals]).toEqual([
      201,
      { net: "49999999950000.00", vat: "49999999950000.00", gross: "99999999900000.00" },
    ]);
  });
});

describe("the room of an offer", () => {
  test("[ROOM-5d] starts with joins of its customer and the staff of `OFFER_STAFF`", async () => {
    await put(offerToStore(ana, 1));
    expect(warned).toEqual([{ names: ["ana", "nimeni"] }]);
    const room = await roomOf(ana);
    expect(room.members.map(({ id }: Person) => id)).toEqual([ana.id, radu.id, mia.id]);
    expect([room.last_seq, room.offer_status, room.offer_version, room.unread_count]).toEqual([3, "sent", 1, 0]);
    const joins = await historyOf(ana, room.id);
    expect(joins.map(({ data }: { data: { joined: Person } }) => data.joined.id)).toEqual([ana.id, radu.id, mia.id]);
    expect(broadcasts.map(({ data }) => data)).toEqual(joins.map(({ data }: { data: object }) => data));
    expect(broadcasts.every(({ channels }) => channels.includes(`private-user.${mia.id}`))).toBe(true);
    expect((await call(mia, "POST", `/api/v1/publish/${room.id}`, { message: "salut" })).status).toBe(201);
    expect((await call(ana, "POST", `/api/v1/leave/${room.id}`)).status).toBe(200);
  });

  test("[ERP-1c] logs each new version, the same live, in sync and in history", async () => {
    await put(offerToStore(ana, 1));
    const { id, epoch } = await roomOf(ana);
    broadcasts.length = 0;
    await put(
      offerToStore(ana, 2, {
        ...{ status: "draft", lines: [line(3), line(2, { unit_price: "1.05", status: "alternative", code: "X 1" })] },
        valid_until: "2030-02-01T22:00:00.000Z",
      }),
    );
    const [live] = broadcasts;
    expect([broadcasts.length, live?.event, Check(OfferUpdated, live?.data)]).toEqual([1, "OfferUpdated", true]);
    expect(live?.data).toMatchObject({
      ...{ offer_id: number, version: 2, status: "draft", changes_total: 7 },
      by: { id: erp.id, name: erp.name, type: "erp" },
      changes: [
        { what: "price", line_id: 2, from: "214.50", to: "1.05" },
        { what: "line_status", line_id: 2, from: "offered", to: "alternative" },
        { what: "status", line_id: null, from: "sent", to: "draft" },
        { what: "line_added", line_id: 3, from: null, to: null },
        { what: "line_removed", line_id: 1, from: null, to: null },
        { what: "line", line_id: 2, from: null, to: null },
        { what: "valid_until", line_id: null, from: "2030-01-31T22:00:00.000Z", to: "2030-02-01T22:00:00.000Z" },
      ],
    });
    const { rooms } = (await call(ana, "POST", "/api/v1/sync", { epoch, cursors: { [id]: 3 } })).body;
    expect(rooms[0].events).toEqual([{ seq: 4, event: "OfferUpdated", data: live?.data }]);
    expect((await historyOf(ana, id)).at(-1)).toEqual({ seq: 4, event: "OfferUpdated", data: live?.data });
    expect(await roomOf(ana)).toMatchObject({ last_seq: 4, offer_version: 2, offer_status: "draft", unread_count: 0 });
  });

  test("[ERP-1c] lists ten changes, prices first, and their total; a version that only moves lines has none", async () => {
    const lines = Array.from({ length: 8 }, (_, index) => line(index + 1));
    await put(offerToStore(ana, 1, { lines }));
    await put(offerToStore(ana, 2, { lines: lines.map((one) => ({ ...one, stock: 0, unit_price: "2.00" })) }));
    await put(
      offerToStore(ana, 3, { lines: lines.map((one) => ({ ...one, stock: 0, unit_price: "2.00" })).toReversed() }),
    );
    const [many, none] = broadcasts.slice(-2).map(({ data }) => data as OfferUpdated);
    expect(many?.changes.map(({ what, line_id: id }) => [what, id])).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => ["price", id]),
      ...[1, 2].map((id) => ["stock", id]),
    ]);
    expect([many?.changes_total, none?.changes_total, none?.changes, none?.version]).toEqual([16, 0, [], 3]);
  });

  test("[ERP-1] is not created by a new version of an offer without one; a join shows the newest version", async () => {
    await addOffer(database, number, ana.id);
    expect((await put(offerToStore(ana, 2))).status).toBe(200);
    expect(broadcasts).toEqual([]);
    const { chat } = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: number })).body;
    expect([chat.offer_version, chat.last_seq]).toEqual([2, 3]);
  });
});

test("[ERP-1g] a stored offer cannot change its customer, and can be updated even if the customer is disabled", async () => {
  await put(offerToStore(ana, 1));
  const before = await allRows();
  for (const version of [1, 2])
    expect(await put(offerToStore(mihai, version))).toMatchObject({
      status: 422,
      body: { errors: { customer: expect.anything() } },
    });
  expect(await put({ ...offerToStore(ana, 2), customer: { id: 1.5, username: "ana" } })).toMatchObject({ status: 422 });
  expect(await allRows()).toEqual(before);
  await pool.query("update participants set disabled_at = now() where id = $1", [ana.id]);
  expect((await put(offerToStore(ana, 1))).status).toBe(200);
  expect((await put(offerToStore(ana, 2, { status: "expired" }))).status).toBe(200);
  await pool.query("update participants set disabled_at = null where id = $1", [ana.id]);
});

test("[OFF-1b] returns earlier versions as they were, to its customer and staff", async () => {
  const contents: OfferToStore[] = [
    offerToStore(ana, 1, { lines: [line(1), line(2), line(3)] }),
    offerToStore(ana, 4, { lines: [line(3, { name: "Bară" }), line(1)], status: "draft" }),
    offerToStore(ana, 6, { lines: [] }),
  ];
  const answers = [];
  for (const content of contents) answers.push((await put(content)).body);
  for (const [index, { version }] of contents.entries()) {
    const { status, body } = await view(radu, `?version=${version}`);
    expect([status, body]).toEqual([200, answers[index]]);
  }
  for (const version of [2, 3, 5, 7, 2 ** 40]) expect((await view(radu, `?version=${version}`)).status).toBe(404);
  expect((await view(radu, "?version=0")).status).toBe(422);
  for (const version of [1, 4, 6]) {
    expect((await view(ana, `?version=${version}`)).status).toBe(200);
    expect((await view(mihai, `?version=${version}`)).status).toBe(404);
  }
});
