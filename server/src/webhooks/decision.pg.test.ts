import { Check } from "typebox/value";
import { expect, onTestFinished, test } from "vitest";
import { OfferWebhook } from "@cuplaj/protocol/webhook.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createOfferStore } from "../offers/store.pg.ts";
import { findOfferAt } from "../offers/view-offer.ts";
import { createPost } from "../kernel/post.ts";
import { offerToStore } from "../testing/offers-to-store.ts";
import { startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";
import { makeAllDue, verifiedWebhook, webhookSecret } from "../testing/webhooks.ts";

import { createDeliveryStore } from "./store.pg.ts";
import { WebhookSender } from "./webhook-sender.ts";

let decided = (): void => undefined;
const { people, call, pool } = await startTestApi({ wakeWebhooks: () => decided() });
const { ana, mihai, admin } = people;

function wakeOnDecision(port: number): WebhookSender {
  const offers = createOfferStore(pool);
  const sender = new WebhookSender({
    store: createDeliveryStore(pool),
    findOffer: (offerId, version) => findOfferAt(offers, offerId, version),
    findRequest: () => Promise.resolve(null),
    post: createPost({ isPrivateAllowed: true, clock: systemClock }),
    url: new URL(`http://127.0.0.1:${port}/`),
    secret: webhookSecret,
    userAgent: "Cuplaj/1.2.3",
    clock: systemClock,
    log: silentLog,
    chance: Math.random,
  });
  sender.start();
  decided = () => sender.wake();
  onTestFinished(() => sender.stop());
  return sender;
}

const decide = (line: number, decision: "accept" | "decline", version: number, person = ana) =>
  call(person, "POST", `/api/v1/oferta/41001/line/${line}/${decision}`, { version });

test("[HOOK-1][HOOK-3] each decision reaches the ERP at once, with the offer as of that decision, even if delivered late", async () => {
  const receiver = await startReceiver();
  const sender = wakeOnDecision(receiver.port);
  await call(admin, "PUT", "/api/v1/erp/offers/41001", offerToStore(ana, 1));
  receiver.answer = withStatus(503);
  const accepted = await decide(1, "accept", 1);
  await receiver.arrived(1);
  // Postpones the retry of the failed delivery by an hour.
  await until(async () => {
    const { rowCount } = await pool.query(
      "update webhook_deliveries set next_at = now() + interval '1 hour' where next_at < now() + interval '15 seconds'",
    );
    return rowCount === 1 ? true : undefined;
  });
  await decide(2, "decline", 2);
  receiver.answer = withStatus(204);
  await makeAllDue({ pool });
  sender.wake();
  await receiver.arrived(3);
  const webhooks = receiver.received.map(verifiedWebhook);
  const newest = await call(ana, "GET", "/api/v1/oferta/41001");
  expect(webhooks.every((webhook) => Check(OfferWebhook, webhook))).toBe(true);
  expect(webhooks[0]).toMatchObject({ type: "offer.line-accepted", line_id: 1, version: 2, by: { id: ana.id } });
  expect(webhooks[0]?.oferta).toEqual(accepted.body.oferta);
  expect(webhooks.at(-1)).toMatchObject({ type: "offer.line-declined", line_id: 2, version: 3 });
  expect(webhooks.at(-1)?.oferta).toEqual(newest.body.oferta);
});

test("[HOOK-1] only decisions wake the sender", async () => {
  let woken = 0;
  decided = () => void (woken += 1);
  await call(admin, "PUT", "/api/v1/erp/offers/41001", offerToStore(ana, 10));
  const refusals = [await decide(1, "accept", 9), await decide(99, "accept", 10), await decide(1, "accept", 10, mihai)];
  expect(refusals.map(({ status }) => status)).toEqual([409, 404, 404]);
  expect(woken).toBe(0);
  await decide(1, "accept", 10);
  await decide(1, "accept", 11);
  expect(woken).toBe(1);
});
