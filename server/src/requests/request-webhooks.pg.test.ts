import { Check } from "typebox/value";
import { expect, onTestFinished, test } from "vitest";
import { RequestWebhook } from "@cuplaj/protocol/webhook.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createPost } from "../kernel/post.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { createOfferStore } from "../offers/store.pg.ts";
import { findOfferAt } from "../offers/view-offer.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { offerToStore } from "../testing/offers-to-store.ts";
import { addPerson, passwordHash } from "../testing/people.ts";
import { startReceiver, withStatus } from "../testing/receiver.ts";
import { createUploader, octavia, requestToSend } from "../testing/requests.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";
import { makeAllDue, verifiedRequest, webhookSecret } from "../testing/webhooks.ts";
import { createDeliveryStore } from "../webhooks/store.pg.ts";
import { WebhookSender } from "../webhooks/webhook-sender.ts";
import { reportRequest } from "./report-request.ts";
import { createRequestStore } from "./store.pg.ts";

let wake = (): void => undefined;
const api = await startTestApi({ wakeWebhooks: () => wake(), offerStaff: ["radu"] });
const { people, call, pool, database } = api;
const { ana, radu, admin } = people;
const upload = await createUploader(api);

function startSender(port: number): WebhookSender {
  const [offers, requests] = [createOfferStore(pool), createRequestStore({ pool, messagesOn: createMessageStore })];
  const sender = new WebhookSender({
    store: createDeliveryStore(pool),
    findOffer: (offerId, version) => findOfferAt(offers, offerId, version),
    findRequest: (id, state) => reportRequest(requests, "https://parts.example.ro/", id, state),
    post: createPost({ isPrivateAllowed: true, clock: systemClock }),
    url: new URL(`http://127.0.0.1:${port}/`),
    secret: webhookSecret,
    userAgent: "Cuplaj/1.2.3",
    clock: systemClock,
    log: silentLog,
    chance: Math.random,
  });
  wake = () => sender.wake();
  onTestFinished(async () => {
    await sender.stop();
    await pool.query("delete from webhook_deliveries");
  });
  return sender;
}

async function addProgram() {
  const account = { kind: "erp", role: "Program", name: "ERP", username: "erp", hash: passwordHash } as const;
  const person = await addPerson(database, account);
  const token = makeToken();
  await createProgramTokenStore(pool).add({ hash: hashToken(token), username: "erp", program: "ERP" });
  return { ...person, token };
}

test("[REQ-1f][REQ-1g] a request reaches the ERP with everything, and a program's token opens its photos", async () => {
  const receiver = await startReceiver();
  startSender(receiver.port).start();
  const photo = await upload(ana, "talon.txt", Buffer.from("talon"));
  const { body } = await call(ana, "POST", "/api/v1/requests", requestToSend({ upload_ids: [photo] }));
  const [received] = await receiver.arrived(1);
  const webhook = received === undefined ? null : verifiedRequest(received);
  expect(Check(RequestWebhook, webhook)).toBe(true);
  const path = `/api/v1/chat/${body.chat.id}/download/${body.chat.messages[1].id}/0`;
  expect(webhook).toMatchObject({
    type: "request.created",
    by: { id: ana.id, name: ana.name, type: "customer" },
    request: {
      ...{ id: body.chat.request.id, state: "open", reason: null, room_id: body.chat.id, vehicle: octavia },
      ...{ customer: { id: ana.id, name: ana.name }, text: "Patinează în treapta a 5-a." },
      items: [{ text: "Kit ambreiaj cu volantă", qty: 1 }],
      photos: [
        { name: "talon.txt", type: "application/octet-stream", bytes: 5, url: `https://parts.example.ro${path}` },
      ],
    },
  });
  const program = await addProgram();
  const opened = await call(program, "GET", path);
  expect([opened.status, opened.body]).toEqual([200, "talon"]);
  expect(api.noted.at(-1)).toMatchObject({ event: "room.read-without-membership", what: String(body.chat.id) });
  expect((await call(program, "GET", `/api/v1/chat/${body.chat.id}`)).status).toBe(404);
  const other = await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  expect((await call(program, "GET", path.replace(String(body.chat.id), String(other.body.chat.id)))).status).toBe(404);
  expect((await call(people.mia, "GET", path)).status).toBe(404);
});

test("[REQ-1g] a program's token opens no files of staff, nor of rooms that began with an offer", async () => {
  const program = { ...radu, token: makeToken() };
  await addPerson(database, { kind: "erp", role: "Program", name: "P", username: "p2", hash: passwordHash });
  await createProgramTokenStore(pool).add({ hash: hashToken(program.token), username: "p2", program: "ERP" });
  const { chat } = (await call(ana, "POST", "/api/v1/requests", requestToSend())).body;
  const { chat: offered } = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body;
  const send = async (person: typeof ana, room: number) => {
    const sent = { upload: await upload(person, "a.txt", Buffer.from("a")), client_id: requestToSend().client_id };
    const { message } = (await call(person, "POST", `/api/v1/publish/${room}/upload`, sent)).body;
    return message.messages_file.url;
  };
  for (const [url, status] of [
    [await send(radu, chat.id), 404],
    [await send(ana, offered.id), 404],
    [await send(ana, chat.id), 200],
  ] as const)
    expect((await call(program, "GET", url)).status).toBe(status);
});

test("[HOOK-3][REQ-1f] a room's webhooks are delivered in the order of its log, each with the request as it was then", async () => {
  await pool.query("delete from webhook_deliveries");
  const receiver = await startReceiver();
  receiver.answer = withStatus(503);
  const sender = startSender(receiver.port);
  const { chat } = (await call(ana, "POST", "/api/v1/requests", requestToSend())).body;
  const set = (person: typeof ana, state: string) =>
    call(person, "PUT", `/api/v1/requests/${chat.request.id}`, { state, reason: `s-a ${state}` });
  await set(ana, "withdrawn");
  await set(ana, "open");
  const offer = offerToStore(ana, 1, { request_id: chat.request.id });
  expect((await call(admin, "PUT", "/api/v1/erp/offers/83001", offer)).status).toBe(201);
  expect((await call(ana, "POST", "/api/v1/oferta/83001/accept", { version: 1 })).status).toBe(200);
  await set(radu, "closed");
  sender.start();
  await receiver.arrived(1);
  receiver.answer = withStatus(204);
  await makeAllDue({ pool });
  sender.wake();
  await until(async () => ((await pool.query("select from webhook_deliveries")).rowCount === 0 ? true : undefined));
  // The first may arrive several times, since it failed.
  const webhooks = new Map(
    receiver.received.map((received) => [received.headers["webhook-id"], verifiedRequest(received)]),
  );
  const types = [...webhooks.values()].map((webhook) =>
    webhook?.request === undefined
      ? webhook?.type
      : `${webhook.type} ${webhook.request.state} ${webhook.request.reason}`,
  );
  expect([types.slice(0, 2), types.slice(2, 4), types.slice(4)]).toEqual([
    ["request.created open null", "request.closed withdrawn null"],
    ["offer.line-accepted", "offer.line-accepted"],
    ["request.closed closed s-a closed"],
  ]);
});

test("[REQ-1f] the webhook of a request waits for its photos, but not for ever", async () => {
  const holdOf = async (id: number) =>
    (
      await pool.query<{ wait: number }>(
        "select extract(epoch from next_at - now())::float8 as wait from webhook_deliveries where request_id = $1",
        [id],
      )
    ).rows[0]?.wait ?? 0;
  const store = createRequestStore({ pool, messagesOn: createMessageStore });
  const customer = { id: ana.id, name: ana.name, type: ana.kind };
  const { client_id: clientId } = requestToSend();
  const made = await store.create({
    ...{ customer, clientId, vehicle: octavia, text: "", items: [], message: "Cerere", staff: [] },
    ...{ holdMs: 120_000, now: "2026-11-23T10:00:00.000Z" },
  });
  if (made.outcome !== "made") throw new Error(made.outcome);
  expect(await holdOf(made.requestId)).toBeGreaterThan(60);
  await store.release(made.requestId);
  // Stored times are rounded to milliseconds.
  expect(await holdOf(made.requestId)).toBeLessThan(0.01);
  await pool.query("delete from webhook_deliveries");
});
