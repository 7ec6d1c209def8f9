import { offersFoundMax } from "@cuplaj/protocol/limits.ts";
import type { ListedOffer, OfferToStore } from "@cuplaj/protocol/offer.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { offerReader } from "../search/search-offers.pg.ts";
import { searchSettings } from "../search/search-session.pg.ts";
import { lineToStore, offerToStore } from "../testing/offers-to-store.ts";
import type { Person } from "../testing/people.ts";
import { addCrowd } from "../testing/crowd.ts";
import { countReads } from "../testing/read-cost.ts";
import { indexForSearch } from "../testing/search-level.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createOfferListStore } from "./store.pg.ts";

const { people, call, pool } = await startTestApi();
const { ana, mihai, radu, mia, admin, nou } = people;

interface Listed {
  readonly offers: readonly ListedOffer[];
  readonly total: number;
  readonly page: number;
}
async function list(person: Person, query = ""): Promise<Listed> {
  const { status, body } = await call(person, "GET", `/api/v1/offers${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
}
const numbersOf = ({ offers }: Listed): number[] => offers.map(({ id_cerere: number }) => number);
const find = async (person: Person, text: string): Promise<number[]> =>
  numbersOf(await list(person, `?search=${encodeURIComponent(text)}`));
const store = async (id: number, customer: Person, version: number, changes: Partial<OfferToStore>): Promise<void> => {
  const { status } = await call(admin, "PUT", `/api/v1/erp/offers/${id}`, offerToStore(customer, version, changes));
  expect([200, 201]).toContain(status);
};

const golf = {
  make: "VW",
  model: "Golf VII",
  year: 2016,
  engine: "2.0 TDI",
  vin: "WVWZZZAUZGW123456",
  plate: "CJ 07 MHI",
};
beforeAll(async () => {
  await store(70_001, mihai, 1, {
    vehicle: golf,
    lines: [lineToStore(1, { code: "VKM 3549", qty: 2, unit_price: "100.00" }), lineToStore(2)],
  });
  await pool.query("update offer_lines set status = 'declined' where offer_id = 70001 and id = 2");
  await indexForSearch(pool);
});

describe("the list of offers", () => {
  test("[OFF-10] lists the newest first, with car, status, total with VAT, last day and room", async () => {
    const { offers, total, page } = await list(radu);
    expect([offers[0]?.id_cerere, total, page]).toEqual([70_001, 4, 1]);
    const moments = offers.map(({ updated_at: at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(offers[0]).toEqual({
      id_cerere: 70_001,
      status: "sent",
      customer: { id: mihai.id, name: "Mihai Ionescu" },
      vehicle: golf,
      total: "242.00",
      valid_until: "2030-01-31T22:00:00.000Z",
      room_id: expect.any(Number),
      updated_at: expect.any(String),
    });
    expect(offers.find(({ id_cerere: number }) => number === 10_001)).toMatchObject({ room_id: null, total: "748.87" });
  });

  test("[OFF-10] customers see their own offers and staff everybody's, in the form of `oferta/{id}`", async () => {
    for (const person of [ana, mihai, radu, mia, admin]) {
      const open: number[] = [];
      for (const number of [10_001, 10_002, 10_005, 70_001])
        if ((await call(person, "GET", `/api/v1/oferta/${number}`)).status === 200) open.push(number);
      const listed = await list(person);
      expect([numbersOf(listed).toSorted((a, b) => a - b), listed.total]).toEqual([open, open.length]);
      expect(await find(person, "10005")).toEqual(open.filter((number) => number === 10_005));
    }
  });

  test("[OFF-10] without offers.view the list and its search are refused", async () => {
    for (const query of ["", "?search=10001"]) {
      expect((await call(nou, "GET", `/api/v1/offers${query}`)).status).toBe(403);
      expect((await call(null, "GET", `/api/v1/offers${query}`)).status).toBe(401);
    }
  });

  test("[OFF-10b] is found by number, car, plate, VIN and code, with any spacing and from the middle", async () => {
    const typed = [
      "70001",
      "golf vii",
      "GOLF 2016",
      "CJ07MHI",
      "cj-07-mhi",
      "zzzauzgw",
      "vkm3549",
      "vkm-3549",
      "m354",
      "3549",
    ];
    for (const text of typed) expect([text, await find(radu, text)]).toEqual([text, [70_001]]);
    expect(await find(radu, "10001")).toEqual([10_001]);
    expect(await find(radu, "golf passat")).toEqual([]);
    expect(await find(ana, "vkm3549")).toEqual([]);
    expect(await find(radu, "a 1, b 2")).toEqual([]);
  });

  test("[OFF-10b] reflects a new version, even of an offer without a room", async () => {
    await store(70_001, mihai, 2, { vehicle: { ...golf, plate: "B 99 NOU" }, lines: [] });
    await store(10_005, mihai, 9, { vehicle: { ...golf, plate: "B 98 NOU" }, lines: [] });
    await indexForSearch(pool);
    expect(await find(radu, "b99nou")).toEqual([70_001]);
    expect(await find(radu, "b98nou")).toEqual([10_005]);
    expect(await find(radu, "cj07mhi")).toEqual([]);
    expect(numbersOf(await list(mihai))).toEqual([10_005, 70_001]);
  });

  test("[OFF-10b] is found by its customer's name, also combined with a code and without a room, and after a rename only by the new name", async () => {
    const byName = async (text: string) => (await find(radu, text)).toSorted((a, b) => a - b);
    expect(await byName("popescu ana")).toEqual([10_001, 10_002]);
    expect(await find(radu, "popescu 10001")).toEqual([10_001]);
    expect(await find(radu, "popescu b99nou")).toEqual([]);
    expect(await find(mihai, "popescu")).toEqual([]);
    await pool.query("update participants set name = 'Ana Țepeș' where id = $1", [ana.id]);
    await indexForSearch(pool);
    expect([await byName("tepes"), await byName("popescu")]).toEqual([[10_001, 10_002], []]);
    await pool.query("update participants set name = $2 where id = $1", [ana.id, ana.name]);
    await indexForSearch(pool);
  });

  test("[OFF-10b] a search of fewer than 3 letters and digits is 422, and an empty one lists every offer", async () => {
    for (const text of ["a", "7-0", "%20.%20"])
      expect((await call(radu, "GET", `/api/v1/offers?search=${text}`)).status).toBe(422);
    expect((await call(radu, "GET", `/api/v1/offers?page=0`)).status).toBe(422);
    expect((await list(radu, "?search=%20")).total).toBe(4);
  });
});

describe("a list of 12,000 offers", () => {
  const total = 12_000;
  beforeAll(async () => {
    await pool.query(
      `insert into offers (id, customer_id, status, valid_until, make, plate, updated_at)
       select 200000 + n, case when n in (30, 11000) then $3::bigint else $1 end, 'sent', now(), 'Dacia', 'B' || n || 'RAR', now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [mihai.id, total, ana.id],
    );
    await addCrowd(pool);
    await pool.query(
      `insert into offer_lines (offer_id, position, code, brand, name, qty, unit_price, vat_rate)
       select id, 1, 'X', 'TRW', 'Disc', 1, 1, 21 from offers where id > 200000`,
    );
    await pool.query(
      "insert into rooms (offer_id, customer_id) select id, customer_id from offers where id > 200000 and id % 2 = 1",
    );
    await indexForSearch(pool);
    await pool.query("vacuum (analyze, index_cleanup on)");
  });

  async function rowsOf(work: Parameters<typeof countReads>[2]) {
    const reads = await countReads(pool, (client) => client.query(searchSettings), work);
    expect([...reads].filter(([, { scans }]) => scans > 0)).toEqual([]);
    return (table: string): number => reads.get(table)?.rows ?? 0;
  }

  test("[OFF-10c] a page reads its own rows, and for the total only the index", async () => {
    for (const [customer, skip] of [
      [null, 0],
      [null, 9000],
      [mihai.id, 9000],
    ] as const) {
      const rows = await rowsOf(async (client) => {
        const offers = createOfferListStore(client);
        const { ids } = await offers.listNewest(customer, skip, 20);
        expect(await offers.readEach(ids)).toHaveLength(20);
      });
      expect(rows("offers")).toBe(20);
    }
  });

  test("[OFF-10c] a search reads what it finds, and for a common word the newest offers up to a limit", async () => {
    const terms = (word: string) => ({ found: word, checked: word });
    const rare = await rowsOf(async (client) => {
      expect(await offerReader(client).findOffers(terms("'b11000rar'"), null, 0, 20)).toMatchObject({ ids: [211_000] });
    });
    expect([rare("search_offers"), rare("offers")]).toEqual([1, 1]);
    const common = await rowsOf(async (client) => {
      const found = await offerReader(client).findOffers(terms("'dacia'"), null, 0, 20);
      expect([found.total, found.ids.length]).toEqual([offersFoundMax - 4, 20]);
    });
    expect(common("search_offers")).toBeLessThanOrEqual(2 * offersFoundMax + 1);
    expect(common("offers")).toBe(0);
  });

  test("[OFF-10c] a customer finds their own offer by a common word, however many other offers have it", async () => {
    expect(await find(ana, "dacia")).toEqual([200_030, 211_000]);
    expect((await list(radu, "?page=600")).offers).toHaveLength(20);
    expect((await list(radu, "?page=1000000")).offers).toEqual([]);
  });
});
