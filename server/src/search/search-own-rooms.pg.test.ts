import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lineToStore, offerToStore } from "../testing/offers-to-store.ts";
import { indexForSearch } from "../testing/search-level.ts";
import { offersOf, sortedOffersOf, startSearching } from "../testing/searching.ts";
import { giveFile } from "../testing/stored-files.ts";

const api = await startSearching();
const { people, call, pool, post, search, join, publish } = api;
const { ana, mia, vlad, mihai, radu, admin, nou } = people;

/** Room 10001 is Ana's, with Mia and Vlad; 10002 is Ana's, with Mia; 10005 is Mihai's, with Vlad. */
const rooms = { first: 0, second: 0, mihais: 0 };
let asked: { id: number; seq: number };
beforeAll(async () => {
  await pool.query("update offers set plate = 'B 123 ABC' where id = 10001");
  await pool.query("update offers set vin = 'WVWZZZ1KZAW123456', make = 'BMW', model = 'X5' where id = 10002");
  rooms.first = await join(ana, 10_001);
  rooms.second = await join(ana, 10_002);
  rooms.mihais = await join(mihai, 10_005);
  for (const [person, offer] of [
    [mia, 10_001],
    [mia, 10_002],
    [vlad, 10_001],
    [vlad, 10_005],
  ] as const)
    await join(person, offer);
  asked = await publish(ana, rooms.first, "Bună ziua, aveți amortizoare față?");
  await publish(mia, rooms.first, "Da, Sachs 312 824, rulment VKBA 3549");
  await publish(ana, rooms.second, "Caut un amortizor spate");
  await publish(mihai, rooms.mihais, "amortizor Bilstein");
  await indexForSearch(pool);
});

describe("searched fields", () => {
  test.each([
    ["10001", "number", "10001"],
    ["oferta 10001", "number", "Oferta 10001"],
    ["oferta.10001", "number", "Oferta 10001"],
    ["vlad", "person", "Vlad"],
    ["ana vlad", "person", "Ana"],
    ["skoda", "vehicle", "Škoda"],
    ["skoda vlad", "vehicle", "Škoda"],
    ["TMBZZZ1Z8E1234567", "vin", "TMBZZZ1Z8E1234567"],
    ["8E123", "vin", "8E123"],
    ["b123abc", "plate", "B 123 ABC"],
    ["615301 vlad", "line", "615 301"],
    ["trw vlad", "line", "TRW"],
    ["disc frana b123abc", "line", "Disc frână"],
    ["b\ufffe123\ufffeabc", "plate", "B 123 ABC"],
  ])("[FIND-1] a room is found by %s, its %s", async (typed, where, expected) => {
    const found = await search(mia, typed);
    expect(found[0]).toMatchObject({ id: rooms.first, name: "oferta.10001", is_member: true, page: 0 });
    expect(offersOf(found)).toEqual([10_001]);
    const find = found[0]?.finds.find((each) => each.in === where);
    expect(find?.text.slice(find.ranges[0]?.[0], find.ranges.at(-1)?.[1])).toBe(expected);
  });

  test("[FIND-1] a vehicle is found as one word and by its words", async () => {
    for (const typed of ["bmwx5", "BMW X5", "x5 bmw", "bmw"])
      expect(offersOf(await search(mia, typed))).toEqual([10_002]);
  });

  test("[FIND-1] a line is returned with its code, brand and name", async () => {
    const { rows } = await pool.query("select id from offer_lines where offer_id = 10001 and code = 'GDB1763'");
    const [found] = await search(mia, "gdb1763 b123abc");
    expect(found?.finds).toEqual([
      { in: "plate", text: "B 123 ABC", ranges: [[0, 9]] },
      { in: "line", text: "GDB1763 · TRW · Plăcuțe frână față", ranges: [[0, 7]], line_id: rows[0].id },
    ]);
  });

  test("[FIND-1] a message is returned with its author, time, and the hit's position", async () => {
    const [found] = await search(ana, "AMORTIZOARE faţă");
    expect(found?.finds).toEqual([]);
    expect(found?.hits).toEqual([
      {
        message_id: asked.id,
        seq: asked.seq,
        excerpt: "Bună ziua, aveți amortizoare față?",
        ranges: [
          [17, 28],
          [29, 33],
        ],
        in: "text",
        author: { id: ana.id, name: ana.name, type: "customer" },
        created_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
      },
    ]);
  });

  test.each(["vkba3549", "VKBA 3549", "vkba-3549", "kba3549", "ba 354", "3549"])(
    "[FIND-1r] VKBA 3549 is found in a message by %s",
    async (typed) => {
      const [found] = await search(ana, typed);
      const [hit] = found?.hits ?? [];
      const [[from, to] = [0, 0]] = hit?.ranges ?? [];
      expect(hit?.excerpt.slice(from, to).replace(" ", "")).toBe(typed.replace(/[ -]/u, "").toUpperCase());
    },
  );

  test("[FIND-1] a message is found by its file's name", async () => {
    const message = await publish(ana, rooms.second, "vedeți poza");
    await giveFile(api, message.id, { name: "etrier-zgâriat.jpg", mime: "image/jpeg", content: Buffer.from("x") });
    await indexForSearch(pool);
    const [found] = await search(mia, "zgariat");
    expect(found?.hits).toMatchObject([
      { message_id: message.id, in: "file", excerpt: "etrier-zgâriat.jpg", ranges: [[7, 14]] },
    ]);
  });

  test("[FIND-1] a room that is found itself also returns its messages", async () => {
    const message = await publish(mia, rooms.first, "discurile TRW vin mâine");
    await indexForSearch(pool);
    const found = await search(vlad, "trw b123abc vin");
    expect(found).toEqual([]);
    const [room] = await search(mia, "trw");
    expect([room?.finds.length, room?.hits.map((hit) => hit.message_id)]).toEqual([2, [message.id]]);
  });
});

describe("which field comes first", () => {
  // The first line of the offer contains a word of most queries.
  const line = "offer_id = 10001 and code = '0986494'";
  beforeAll(async () => {
    await pool.query(
      `insert into offer_lines (offer_id, position, code, brand, name, qty, unit_price, vat_rate)
       values (10001, 0, '0986494', 'Bosch', 'Plăcuțe și disc frână', 1, 1, 21)`,
    );
    await pool.query("update offers set version = version + 1 where id = 10001");
    await indexForSearch(pool);
  });
  afterAll(async () => void (await pool.query(`delete from offer_lines where ${line}`)));

  test.each([
    ["disc 1K0 615 301 AA", "line", "1K0 615 301 AA"],
    ["frana gdb1763", "line", "GDB1763"],
    ["placute trw", "line", "TRW"],
    ["trw plăcuțe", "line", "TRW"],
    ["disc bosch", "line", "Bosch"],
    ["vlad placute trw", "line", "TRW"],
    ["1k0615301aa", "line", "1K0 615 301 AA"],
  ])("[FIND-1g] for %s the field that contains most of it comes first", async (typed, where, expected) => {
    const [room] = await search(mia, typed);
    const [first] = room?.finds ?? [];
    expect([first?.in, first?.text]).toEqual([where, expect.stringContaining(expected)]);
  });
});

describe("permissions", () => {
  test("[FIND-1c] only one's own rooms are searched, even for people who may view any", async () => {
    expect(offersOf(await search(mihai, "amortiz"))).toEqual([10_005]);
    expect(sortedOffersOf(await search(ana, "amortiz"))).toEqual([10_001, 10_002]);
    expect(sortedOffersOf(await search(vlad, "amortiz"))).toEqual([10_001, 10_005]);
    for (const outsider of [radu, admin])
      for (const typed of ["amortiz", "10001", "ana", "skoda", "gdb1763"])
        expect(await search(outsider, typed)).toEqual([]);
  });

  test("[FIND-1c] people without a common room are not found", async () => {
    expect(await search(ana, "ionescu")).toEqual([]);
    expect(offersOf(await search(vlad, "ionescu"))).toEqual([10_005]);
    expect(await search(mihai, "mia stan")).toEqual([]);
  });

  test("[FIND-1c] for an offer that one may not view, only fields visible to members are searched", async () => {
    await pool.query("insert into memberships (room_id, participant_id) values ($1, $2)", [rooms.first, mihai.id]);
    for (const typed of ["gdb1763", "b123abc", "TMBZZZ1Z8E1234567"])
      expect(offersOf(await search(mihai, typed))).not.toContain(10_001);
    for (const typed of ["10001", "ana popescu"]) expect(offersOf(await search(mihai, typed))).toEqual([10_001]);
    await pool.query("delete from memberships where room_id = $1 and participant_id = $2", [rooms.first, mihai.id]);
  });

  test("[FIND-1c] without permission to view rooms it is 403, without a token 401", async () => {
    expect((await post(nou, "amortiz")).status).toBe(403);
    expect((await post(null, "amortiz")).status).toBe(401);
  });

  test.each(["from", "until"])("[FIND-1d] an impossible date is 422 as %s", async (field) => {
    for (const moment of ["2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "0000-01-01T00:00:00.000Z"]) {
      const { status, body } = await post(ana, "amortiz", { [field]: moment });
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, "invalid", [field]]);
    }
    expect((await post(ana, "amortiz", { [field]: "2026-02-28T23:59:59.999Z" })).status).toBe(200);
  });

  test("[FIND-1d] fewer than three letters and digits are 422", async () => {
    for (const typed of ["", "ab", "a-b", "👍👍👍", '"!"', "ș\u0327ă"]) {
      const { status, body } = await post(ana, typed);
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, "invalid", ["search"]]);
    }
    expect((await post(ana, "a b c")).status).toBe(200);
    expect((await post(ana, "x".repeat(201))).status).toBe(422);
  });

  test("[FIND-1e] a former member immediately no longer finds the room, and finds it again after joining", async () => {
    expect(offersOf(await search(vlad, "bilstein"))).toEqual([10_005]);
    await call(vlad, "POST", `/api/v1/leave/${rooms.mihais}`);
    for (const typed of ["bilstein", "10005", "mihai"]) expect(await search(vlad, typed)).toEqual([]);
    expect((await post(vlad, "bilstein", { room_id: rooms.mihais })).status).toBe(404);
    await join(vlad, 10_005);
    expect(offersOf(await search(vlad, "bilstein"))).toEqual([10_005]);
  });

  test("[FIND-1e] a deleted message is immediately no longer found, an edited one only by its new words", async () => {
    const [deleted, edited] = [
      await publish(ana, rooms.first, "turbina garrett"),
      await publish(ana, rooms.first, "volanta luk"),
    ];
    await indexForSearch(pool);
    expect((await search(mia, "garrett"))[0]?.hits).toHaveLength(1);
    await call(ana, "DELETE", `/api/v1/chat/${rooms.first}/message/${deleted.id}`);
    expect(await search(mia, "garrett")).toEqual([]);
    expect(await search(mia, "garrett", { room_id: rooms.first })).toEqual([]);
    await call(ana, "PUT", `/api/v1/chat/${rooms.first}/message/${edited.id}`, { message: "ambreiaj valeo" });
    expect(await search(mia, "volanta")).toEqual([]);
    expect((await search(mia, "valeo"))[0]?.hits).toMatchObject([{ message_id: edited.id }]);
  });

  test("[FIND-1e] a renamed person, and a changed offer, are not found by their old words", async () => {
    await pool.query("update participants set name = 'Vlad Munteanu' where id = $1", [vlad.id]);
    await pool.query("update offers set plate = 'CJ 07 XYZ' where id = 10001");
    expect(await search(mia, "dobre")).toEqual([]);
    expect(await search(mia, "b123abc")).toEqual([]);
    await pool.query("update participants set name = 'Vlad Dobre' where id = $1", [vlad.id]);
    await pool.query("update offers set plate = 'B 123 ABC' where id = 10001");
  });

  test("[FIND-1e][FIND-2e] lines that a program removes are no longer found, and new ones are once the log is indexed", async () => {
    const put = (version: number, code: string) =>
      call(admin, "PUT", "/api/v1/erp/offers/20001", offerToStore(ana, version, { lines: [lineToStore(7, { code })] }));
    await put(1, "03L 115 562");
    await indexForSearch(pool);
    expect(offersOf(await search(ana, "115562"))).toEqual([20_001]);
    await put(2, "06H 905 110 G");
    expect(await search(ana, "115562")).toEqual([]);
    await indexForSearch(pool);
    expect(await search(ana, "115562")).toEqual([]);
    expect((await search(ana, "905110"))[0]?.finds).toMatchObject([{ line_id: 7 }]);
  });

  test("[FIND-1c] messages of silenced people are found", async () => {
    await call(ana, "POST", `/api/v1/silence/${mia.id}/agent`, { silenced: true });
    expect(offersOf(await search(ana, "sachs"))).toEqual([10_001]);
    await call(ana, "POST", `/api/v1/silence/${mia.id}/agent`, { silenced: false });
  });
});

describe("filters", () => {
  test("[FIND-1f] by author, of the right kind", async () => {
    const author = { id: mia.id, type: "agent" };
    expect(offersOf(await search(ana, "sachs", { author }))).toEqual([10_001]);
    expect(await search(ana, "amortizor", { author })).toEqual([]);
    expect(await search(ana, "sachs", { author: { id: mia.id, type: "customer" } })).toEqual([]);
  });

  test("[FIND-1f] an unknown author, or one of another kind, costs as much as any other", async () => {
    let statements = 0;
    const count = (): void => void (statements += 1);
    pool.on("acquire", count);
    const asked: number[] = [];
    for (const author of [
      { id: vlad.id, type: "agent" },
      { id: vlad.id, type: "customer" },
      { id: 999_999, type: "agent" },
    ]) {
      statements = 0;
      expect(await search(ana, "sachs", { author })).toEqual([]);
      asked.push(statements);
    }
    pool.off("acquire", count);
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toBeGreaterThan(1);
  });

  test("[FIND-1f] from one time, and until another", async () => {
    const { rows } = await pool.query("select created_at from messages where id = $1", [asked.id]);
    const at: Date = rows[0].created_at;
    const [same, after] = [at.toISOString(), new Date(at.getTime() + 1).toISOString()];
    expect(offersOf(await search(ana, "amortizoare", { from: same, until: after }))).toEqual([10_001]);
    expect(await search(ana, "amortizoare", { from: after })).toEqual([]);
    expect(await search(ana, "amortizoare", { until: same })).toEqual([]);
  });

  test("[FIND-1f] with a file, without other hits of rooms", async () => {
    expect(offersOf(await search(mia, "zgariat", { has_file: true }))).toEqual([10_002]);
    expect(await search(mia, "sachs", { has_file: true })).toEqual([]);
    expect(await search(mia, "gdb1763", { has_file: true })).toEqual([]);
  });
});
