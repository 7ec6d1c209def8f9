import { Check } from "typebox/value";
import { expect, onTestFinished, test } from "vitest";
import { OfferWebhook } from "@cuplaj/protocol/webhook.ts";
import { systemClock } from "../kernel/clock.ts";
import { createPost } from "../kernel/post.ts";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { type Received, type Receiver, silent, startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { emptyOffer, makeAllDue, storeDecision, verifiedWebhook, webhookSecret } from "../testing/webhooks.ts";
import { createDeliveryStore } from "./store.pg.ts";
import { WebhookSender } from "./webhook-sender.ts";

const { pool, database } = await createTestDatabase();
const { ana } = await addPeople({ database });

/** Starts a sender with an empty queue and collects its log; it is stopped after the test. */
async function startSender({ port }: Receiver) {
  const lines: { readonly level: string; readonly line: string }[] = [];
  const write = (level: string) => (fields: object, text: string) =>
    void lines.push({ level, line: JSON.stringify({ ...fields, text }) });
  const sender = new WebhookSender({
    store: createDeliveryStore(pool),
    findOffer: async (offerId, version) => emptyOffer(offerId, version),
    findRequest: () => Promise.resolve(null),
    post: createPost({ isPrivateAllowed: true, clock: systemClock }),
    url: new URL(`http://127.0.0.1:${port}/hook`),
    secret: webhookSecret,
    userAgent: "Cuplaj/1.2.3",
    clock: systemClock,
    log: { info: write("info"), warn: write("warn") } as never,
    chance: () => 1,
  });
  onTestFinished(async () => {
    await sender.stop();
    await pool.query("delete from webhook_deliveries");
  });
  return { sender, lines };
}

const decide = (offerId: number, version: number) => storeDecision({ pool }, { offerId, version, by: ana.id });
const waiting = async () =>
  (
    await pool.query<{ id: string; attempts: number; wait: number }>(
      `select id, attempts, extract(epoch from next_at - now())::float8 as wait
       from webhook_deliveries order by offer_id, version`,
    )
  ).rows;
/** Waits until there are this many rows and all attempts are over. */
const settled = (total: number) =>
  until(async () => {
    const rows = await waiting();
    return rows.length === total && rows.every(({ wait }) => wait < 15) ? rows : undefined;
  });
const delivered = (received: readonly Received[]) =>
  received.map(verifiedWebhook).map((webhook) => `${webhook?.offer_id} ${webhook?.version}`);

test("[HOOK-1][HOOK-2] a decision reaches the ERP at once, signed, and leaves the queue", async () => {
  const receiver = await startReceiver();
  const { sender, lines } = await startSender(receiver);
  const id = await decide(10_001, 2);
  sender.start();
  const [received] = await receiver.arrived(1);
  const webhook = received === undefined ? null : verifiedWebhook(received);
  expect(webhook).toMatchObject({
    id,
    type: "offer.line-accepted",
    offer_id: 10_001,
    line_id: 7,
    version: 2,
    by: { id: ana.id, name: "Ana Popescu", type: "customer" },
    oferta: { id_cerere: 10_001, version: 2 },
  });
  expect(Check(OfferWebhook, webhook)).toBe(true);
  expect(received?.headers).toMatchObject({
    "user-agent": "Cuplaj/1.2.3",
    "content-type": "application/json",
    "webhook-id": id,
  });
  expect(Math.abs(Number(received?.headers["webhook-timestamp"]) - systemClock.now() / 1000)).toBeLessThan(60);
  await settled(0);
  await until(() => (lines.length > 0 ? lines : undefined));
  expect(lines).toEqual([{ level: "info", line: expect.stringContaining(id) }]);
  expect(lines[0]?.line).not.toMatch(/Popescu|secret|127\.0\.0\.1/u);
});

test.each([500, 410, 404, 302])(
  "[HOOK-5] after %d it is sent again under the same id, with growing delays",
  async (status) => {
    const receiver = await startReceiver();
    const { sender, lines } = await startSender(receiver);
    const id = await decide(10_001, 2);
    receiver.answer = withStatus(status);
    for (const [attempts, seconds] of [
      [8, 128],
      [9, 256],
      [99, 600],
    ] as const) {
      await pool.query("update webhook_deliveries set next_at = created_at, attempts = $1", [attempts - 1]);
      sender.start();
      sender.wake();
      const wait = await until(async () => {
        const [row] = await waiting();
        return row?.attempts === attempts && row.wait > 31 ? row.wait : undefined;
      });
      expect(wait).toBeGreaterThan(seconds - 20);
      // The query's `now()` may be slightly earlier than the start of the wait.
      expect(wait).toBeLessThan(seconds + 1);
    }
    await makeAllDue({ pool });
    receiver.answer = withStatus(200);
    sender.wake();
    await settled(0);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id, id, id]);
    expect(lines.filter(({ level }) => level === "warn")).toEqual([
      { level: "warn", line: expect.stringContaining(`"reason":"status ${status}"`) },
    ]);
  },
);

test("[HOOK-3] a failed delivery delays later ones of its offer, but not of others", async () => {
  const receiver = await startReceiver();
  const { sender } = await startSender(receiver);
  for (const version of [2, 3, 4]) await decide(10_001, version);
  await decide(10_002, 9);
  receiver.answer = (response, received) =>
    withStatus(received.body.includes('"offer_id":10001') ? 503 : 204)(response, received);
  sender.start();
  await until(async () => ((await settled(3))[0]?.attempts === 1 ? true : undefined));
  expect(delivered(receiver.received).toSorted()).toEqual(["10001 2", "10002 9"]);
  receiver.answer = withStatus(204);
  await makeAllDue({ pool });
  sender.wake();
  await settled(0);
  expect(delivered(receiver.received).slice(2)).toEqual(["10001 2", "10001 3", "10001 4"]);
});

test("[WAIT-1a] a retry waits no longer if the database's clock is set back by an hour", async () => {
  const receiver = await startReceiver();
  const { sender } = await startSender(receiver);
  receiver.answer = withStatus(500);
  await decide(10_001, 2);
  await decide(10_001, 3);
  sender.start();
  await settled(2);
  receiver.answer = withStatus(204);
  await pool.query(
    `update webhook_deliveries set (created_at, next_at, due_before) =
       (created_at + interval '1 hour', next_at + interval '1 hour', due_before + interval '1 hour')`,
  );
  await settled(0);
  expect(delivered(receiver.received).slice(-2)).toEqual(["10001 2", "10001 3"]);
});

test("[HOOK-5b] a receiver that hangs gets four requests, and does not delay the shutdown", async () => {
  const receiver = await startReceiver();
  const { sender } = await startSender(receiver);
  for (const offerId of [1, 2, 3, 4, 5, 6]) await decide(offerId, 2);
  receiver.answer = silent;
  sender.start();
  await receiver.arrived(4);
  expect(receiver.openConnections()).toBe(4);
  sender.wake();
  await sender.stop();
  expect(receiver.received).toHaveLength(4);
  expect((await settled(6)).filter(({ attempts }) => attempts === 1)).toHaveLength(4);
  sender.wake();
  const { sender: next } = await startSender(receiver);
  receiver.answer = withStatus(204);
  await makeAllDue({ pool });
  next.start();
  await settled(0);
  expect(new Set(delivered(receiver.received)).size).toBe(6);
});

test("[HOOK-3] two servers send an offer's decisions one at a time, each once and in order", async () => {
  const receiver = await startReceiver();
  const senders = [await startSender(receiver), await startSender(receiver)];
  const offers = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const version of [2, 3, 4, 5]) for (const offerId of offers) await decide(offerId, version);
  const underWay = new Set<number>();
  const met: number[] = [];
  receiver.answer = (response, received) => {
    const offerId = verifiedWebhook(received)?.offer_id ?? 0;
    if (underWay.has(offerId)) met.push(offerId);
    underWay.add(offerId);
    void pool.query("select 1").then(() => {
      underWay.delete(offerId);
      response.end();
    });
  };
  for (const { sender } of senders) sender.start();
  await settled(0);
  expect(met).toEqual([]);
  for (const offerId of offers) {
    const own = delivered(receiver.received).filter((line) => line.startsWith(`${offerId} `));
    expect(own).toEqual([2, 3, 4, 5].map((version) => `${offerId} ${version}`));
  }
});

test("[HOOK-5] an unsettled delivery becomes due again, and the late result changes nothing", async () => {
  const store = createDeliveryStore(pool);
  const receiver = await startReceiver();
  const { sender } = await startSender(receiver);
  const id = await decide(10_001, 2);
  const first = await store.take(30_000);
  expect(first).toMatchObject({ id, attempts: 1 });
  expect(await store.take(30_000)).toBeNull();
  await makeAllDue({ pool });
  expect(await store.take(30_000)).toMatchObject({ id, attempts: 2 });
  if (first !== null) await store.retry(first, 0);
  expect(await store.take(30_000)).toBeNull();
  await makeAllDue({ pool });
  sender.start();
  await settled(0);
});

test("[HOOK-7] the backlog has the number waiting and the age of the oldest", async () => {
  const store = createDeliveryStore(pool);
  onTestFinished(async () => void (await pool.query("delete from webhook_deliveries")));
  expect(await store.backlog()).toEqual({ waiting: 0, oldestSeconds: 0 });
  await decide(10_001, 2);
  await decide(10_001, 3);
  await pool.query("update webhook_deliveries set created_at = now() - interval '90 seconds' where version = 2");
  const { waiting: total, oldestSeconds } = await store.backlog();
  expect(total).toBe(2);
  expect(oldestSeconds).toBeGreaterThan(89.99);
  expect(oldestSeconds).toBeLessThan(150);
});
