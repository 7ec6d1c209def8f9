import { afterAll, describe, expect, test } from "vitest";
import type { OfferUpdated } from "@cuplaj/protocol/events.ts";
import { createDice } from "../testing/dice.ts";
import { connectDatabase } from "../storage/database.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { lineToStore as line, offerToStore, programOf } from "../testing/offers-to-store.ts";
import { addOffer } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createOfferStore, offersOn } from "./store.pg.ts";

const api = await startTestApi({ offerStaff: ["radu", "mia"] });
const { people, call, broadcasts, pool, url, database } = api;
const { ana, radu, admin } = people;

const other = connectDatabase({ at: url, clock: systemClock, log: silentLog, connectionsMax: 10 });
afterAll(() => other.close());
const stores = [createOfferStore(pool), createOfferStore(other.pool)] as const;
const now = "2026-11-26T10:00:00.000Z";

const put = (offer: number, version: number, changes: object = {}) =>
  call(admin, "PUT", `/api/v1/erp/offers/${offer}`, offerToStore(ana, version, changes));
/** Retries on 503 (ERP-4), since a turn may come too late on a busy machine. */
const statusOf = async (offer: number, content: object): Promise<number> => {
  for (;;) {
    const { status } = await call(admin, "PUT", `/api/v1/erp/offers/${offer}`, content);
    if (status !== 503) return status;
  }
};
const versionsOf = async (offer: number): Promise<number[]> =>
  (await pool.query("select version from offer_versions where offer_id = $1 order by version", [offer])).rows.map(
    ({ version }) => version,
  );
const loggedOf = async (offer: number): Promise<{ seq: number; kind: string; payload: OfferUpdated }[]> =>
  (
    await pool.query(
      "select seq, kind, payload from room_events where room_id = (select id from rooms where offer_id = $1) order by seq",
      [offer],
    )
  ).rows;
const shuffled = <T>(of: readonly T[], dice: (below: number) => number): T[] =>
  of
    .map((value) => ({ value, at: dice(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

const linesOf = (version: number) => [line(1, { qty: version }), line(2, { stock: version }), line(100 + version)];

describe("concurrent writes of one offer", () => {
  test.each([1, 2, 3])(
    "[ERP-1e] of twenty, each version is stored once and completely, in ascending order (%i)",
    async (seed) => {
      const dice = createDice(seed);
      const offer = 60_000 + seed;
      const versions = shuffled(
        Array.from({ length: 20 }, (_, index) => 1 + Math.floor(index / 2)),
        dice,
      );
      const answers = await Promise.all(
        versions.map(async (version, turn) => {
          const content = offerToStore(ana, version, { lines: linesOf(version) });
          const sent = { offerId: offer, content, actor: programOf(radu) };
          return turn % 2 === 0
            ? await statusOf(offer, content)
            : (await stores[1].store([sent], { staff: ["radu", "mia"], now }))[0]?.outcome;
        }),
      );
      const doneBy: unknown[] = [200, 201, "made", "stored", "same"];
      const refusedBy: unknown[] = [409, "conflict"];
      expect(answers.filter((answer) => !doneBy.includes(answer) && !refusedBy.includes(answer))).toEqual([]);
      expect(answers.filter((answer) => answer === 201 || answer === "made")).toHaveLength(1);
      const { oferta } = (await call(ana, "GET", `/api/v1/oferta/${offer}`)).body;
      expect([oferta.version, oferta.lines.map(({ id }: { id: number }) => id)]).toEqual([10, [1, 2, 110]]);
      // The log matches what was stored: each version once, and every acknowledged one.
      const earlier = await versionsOf(offer);
      const log = await loggedOf(offer);
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
      expect(log.filter(({ kind }) => kind === "join")).toHaveLength(3);
      const logged = log.filter(({ kind }) => kind === "offer").map(({ payload }) => payload.version);
      expect([...earlier, 10].slice(1)).toEqual(logged);
      for (const [turn, version] of versions.entries())
        if (doneBy.includes(answers[turn])) expect([...earlier, 10]).toContain(version);
      for (const version of earlier) {
        const { body } = await call(radu, "GET", `/api/v1/oferta/${offer}?version=${version}`);
        expect([body.oferta.lines[0].qty, body.oferta.lines[1].stock, body.oferta.lines[2].id]).toEqual([
          version,
          version,
          100 + version,
        ]);
      }
    },
  );

  test("[ERP-1e] entries of one process are broadcast in the order of the room's log", async () => {
    broadcasts.length = 0;
    await Promise.all(Array.from({ length: 20 }, (_, index) => put(60_100, index + 1, { lines: linesOf(index + 1) })));
    const seqs = broadcasts.map(({ data }) => (data as OfferUpdated).room.last_seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(seqs.length).toBeGreaterThan(3);
  });

  test("[ERP-1e] two writes during a join omit no version from the room's log", async () => {
    for (let offer = 60_200; offer < 60_220; offer += 1) {
      await addOffer(database, offer, ana.id);
      const [, joined] = await Promise.all([
        Promise.all(
          stores.map((store, turn) =>
            store.store([{ offerId: offer, content: offerToStore(ana, 2 + turn), actor: programOf(radu) }], {
              staff: [],
              now,
            }),
          ),
        ),
        call(ana, "POST", "/api/v1/join", { type: 1, channel: offer }),
      ]);
      // A person who joins learns of a version either from the room or from its log.
      const { last_seq: seq, offer_version: seen } = joined.body.chat;
      const later = (await loggedOf(offer)).filter((entry) => entry.seq > seq && entry.kind === "offer");
      const { oferta } = (await call(ana, "GET", `/api/v1/oferta/${offer}`)).body;
      expect(later.at(-1)?.payload.version ?? seen).toBe(oferta.version);
    }
  });

  test("[ERP-1e] a crash leaves no trace of the version", async () => {
    await put(60_300, 1);
    const client = await pool.connect();
    await client.query("begin");
    const sent = { offerId: 60_300, content: offerToStore(ana, 2, { lines: [] }), actor: programOf(radu) };
    await offersOn(client).store([sent], { staff: [], now });
    const { rows } = await client.query("select pg_backend_pid() as pid");
    const gone = new Promise((resolve) => void client.once("error", resolve));
    await pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await gone;
    client.release(true);
    const { oferta } = (await call(ana, "GET", "/api/v1/oferta/60300")).body;
    expect([oferta.version, oferta.lines.length, await versionsOf(60_300), (await loggedOf(60_300)).length]).toEqual([
      ...[1, 2, [], 3],
    ]);
    expect((await put(60_300, 2)).status).toBe(200);
  });
});

test("[ERP-1e] of a concurrent decision and new version, exactly one follows the version that both saw", async () => {
  const won = { decision: 0, version: 0 };
  for (let offer = 61_000; offer < 61_030; offer += 1) {
    await put(offer, 1);
    const decide = async () => {
      const decided = {
        offerId: offer,
        lineId: 1,
        decision: "accept",
        version: 1,
        isOnBehalf: false,
        actor: { by: "person", id: ana.id, address: null },
        now,
      } as const;
      return offer % 2 === 0
        ? (await stores[1].decide(decided)).outcome === "decided"
        : (await call(ana, "POST", `/api/v1/oferta/${offer}/line/1/accept`, { version: 1 })).status === 200;
    };
    const store = async () => (await put(offer, 2, { lines: [line(1), line(2, { qty: 5 })] })).status === 200;
    const [isDecided, isStored] =
      offer % 3 === 0 ? await Promise.all([decide(), store()]) : (await Promise.all([store(), decide()])).toReversed();
    expect([isDecided, isStored].filter(Boolean)).toHaveLength(1);
    won[isDecided === true ? "decision" : "version"] += 1;
    const { oferta } = (await call(ana, "GET", `/api/v1/oferta/${offer}`)).body;
    expect([oferta.version, oferta.lines[0].status]).toEqual([2, isDecided === true ? "accepted" : "offered"]);
    const { rows } = await pool.query("select version from webhook_deliveries where offer_id = $1", [offer]);
    expect(rows).toEqual(isDecided === true ? [{ version: 2 }] : []);
  }
  expect(won.decision + won.version).toBe(30);
});
