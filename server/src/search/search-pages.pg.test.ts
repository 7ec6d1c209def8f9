import { Writable } from "node:stream";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { clockAt } from "../testing/clock-at.ts";
import { addOffer } from "../testing/people.ts";
import { indexForSearch } from "../testing/search-level.ts";
import { offersOf, sortedOffersOf, startSearching } from "../testing/searching.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const lines: string[] = [];
const log = pino(
  { level: "trace" },
  new Writable({
    write(line, _encoding, next) {
      lines.push(String(line));
      next();
    },
  }),
);
const { people, pool, database, post, postWhole, search, join, publish } = await startSearching({ log });
const { ana, mia, mihai, radu, admin } = people;

const rooms = { first: 0, second: 0, mihais: 0 };
beforeAll(async () => {
  rooms.first = await join(ana, 10_001);
  rooms.second = await join(ana, 10_002);
  rooms.mihais = await join(mihai, 10_005);
  await join(mia, 10_001);
  await join(mia, 10_002);
  await publish(ana, rooms.second, "Caut un amortizor spate");
});

describe("order and pages", () => {
  const offers = Array.from({ length: 45 }, (_, index) => 20_001 + index);
  const ids = new Map<number, number>();
  beforeAll(async () => {
    for (const offer of offers) {
      await addOffer(database, offer, mihai.id);
      ids.set(offer, await join(mihai, offer));
      await publish(mihai, ids.get(offer) ?? 0, offer % 3 === 0 ? "bujie" : "bujii incandescente");
    }
    await pool.query("update offer_lines set code = '20003' where offer_id = 20010 and position = 1");
    await pool.query("update offers set model = 'Bujor' where id = 20007");
    await indexForSearch(pool);
  });

  test("[FIND-1g] an exact number or code first, then rooms by their fields, then by messages", async () => {
    await publish(mihai, rooms.mihais, "vezi oferta 20003");
    await indexForSearch(pool);
    const found = await search(mihai, "20003");
    expect(sortedOffersOf(found)).toEqual([10_005, 20_003, 20_010]);
    expect(offersOf(found).at(-1)).toBe(10_005);
    expect(offersOf(await search(mihai, "buj")).at(0)).toBe(20_007);
  });

  test("[FIND-1g] messages with whole words first, then the newest", async () => {
    const { body } = await postWhole(mihai, "bujie");
    expect(offersOf(body.chats)).toEqual(offers.filter((offer) => offer % 3 === 0).toReversed());
    await publish(mihai, ids.get(20_001) ?? 0, "buj");
    await indexForSearch(pool);
    expect(offersOf(await search(mihai, "buj")).slice(0, 2)).toEqual([20_007, 20_001]);
  });

  test("[FIND-1h] 20 rooms a page, each once, and whether there are more", async () => {
    const seen: number[] = [];
    for (const [page, count, more] of [
      [1, 20, true],
      [2, 10, false],
      [3, 0, false],
    ] as const) {
      const { body } = await postWhole(mihai, "incandescente", { page });
      expect([body.page, body.chats.length, body.more]).toEqual([page, count, more]);
      seen.push(...offersOf(body.chats));
    }
    expect(seen.length).toBe(new Set(seen).size);
    expect(seen.toSorted((a, b) => a - b)).toEqual(offers.filter((offer) => offer % 3 !== 0));
    expect((await post(mihai, "bujii", { page: 51 })).status).toBe(422);
  });

  test("[FIND-1h] at most three messages per room, the best and newest", async () => {
    const room = ids.get(20_002) ?? 0;
    for (const text of ["releu", "relee", "releul", "releu nou"]) await publish(mihai, room, text);
    await indexForSearch(pool);
    const [found] = await search(mihai, "releu");
    expect(found?.hits.map(({ excerpt }) => excerpt)).toEqual(["releu nou", "releu", "releul"]);
  });

  test("[FIND-1h] inside one room: newest first, 50 a page, and nothing of others", async () => {
    const room = ids.get(20_004) ?? 0;
    const sent: number[] = [];
    for (let n = 0; n < 60; n += 1) sent.push((await publish(mihai, room, `garnitura ${n}`)).id);
    await indexForSearch(pool);
    const page = async (n: number) => (await postWhole(mihai, "garnitura", { room_id: room, page: n })).body;
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect([first.chats.length, first.more, second.more, third.chats, third.more]).toEqual([1, true, false, [], false]);
    expect(first.chats[0].finds).toEqual([]);
    const hits = [...first.chats[0].hits, ...second.chats[0].hits].map((hit: { message_id: number }) => hit.message_id);
    expect(hits).toEqual(sent.toReversed());
    expect(await search(mihai, "garnitura", { room_id: rooms.mihais })).toEqual([]);
  });

  test("[FIND-1h] inside other people's rooms it is 404, even for those who may view them", async () => {
    const absent = await post(ana, "garnitura", { room_id: 99_999_999 });
    for (const [person, room] of [
      [ana, rooms.mihais],
      [radu, rooms.first],
      [admin, rooms.first],
    ] as const) {
      const { status, body } = await post(person, "garnitura", { room_id: room });
      expect([status, { ...body, request_id: "" }]).toEqual([404, { ...absent.body, request_id: "" }]);
    }
  });
});

describe("limits of a search", () => {
  test("[FIND-1j] slow parts are omitted, and the response indicates that", async () => {
    const other = await pool.connect();
    await other.query("begin; lock table search_chunks in access exclusive mode");
    const { status, body } = await post(mia, "trw");
    await other.query("rollback");
    other.release();
    expect([status, body.partial, sortedOffersOf(body.chats)]).toEqual([200, true, [10_001, 10_002]]);
    expect((await search(mia, "trw")).length).toBe(2);
  });

  test.each([
    ["one letter often", "a ".repeat(100)],
    ["letters without gaps", "a".repeat(200)],
    ["beginnings", Array.from({ length: 50 }, (_, n) => `a${n % 10}b`).join(" ")],
    ["codes", "1 ".repeat(100)],
    ["signs of a query", "'a':* & !b | (c) <-> d \\ ''' \u0000 :*"],
    ["quotation marks", `${'"'.repeat(60)}abc`],
    ["phrases", '"a b" '.repeat(30)],
    ["half a character", `abc\ud800 ${"𝐚".repeat(30)}\udc00`],
    ["signs of LIKE", "%%%abc___"],
  ])("[FIND-1j] hostile %s gets a response", async (_name, typed) => {
    for (const more of [{}, { room_id: rooms.second }]) {
      const { status, body } = await post(mia, typed, more);
      expect([200, 422]).toContain(status);
      if (status === 200) expect(body.chats).toBeInstanceOf(Array);
    }
  });

  test("[FIND-1j] queries are never logged", async () => {
    await search(mia, "zgomotosul");
    await post(ana, "zgomotosul", { room_id: 99_999_999 });
    await post(ana, "zgomotosul", { page: 51 });
    expect(lines.filter((line) => line.includes("zgomotosul"))).toEqual([]);
  });

  test("[LIM-1a] five searches a second", async () => {
    let passedMs = 0;
    const clock = clockAt(() => 1_790_000_000_000 + passedMs);
    const limited = await startTestApi({ clock, limits: usualLimits });
    await limited.database.updateTable("tokens").set({ last_used_at: "2026-09-21T00:00:00Z" }).execute();
    const statuses = async (count: number): Promise<number[]> => {
      const seen: number[] = [];
      for (let n = 0; n < count; n += 1)
        seen.push((await limited.call(limited.people.ana, "POST", "/api/v1/search", { search: "disc" })).status);
      return seen;
    };
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429]);
    passedMs += 200;
    expect(await statuses(2)).toEqual([200, 429]);
  });
});
