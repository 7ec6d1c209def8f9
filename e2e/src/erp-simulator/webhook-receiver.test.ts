import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Asked, type Decision, WebhookReceiver } from "./webhook-receiver.ts";

const secret = "un secret de cel putin treizeci si doua";
let stored: (Asked | Decision)[] = [];
let isAnswering = true;
const receiver = new WebhookReceiver({
  secret,
  port: 0,
  store: (webhook) => {
    stored.push(webhook);
    return isAnswering;
  },
});

beforeAll(() => receiver.open());
afterAll(() => receiver.close());
beforeEach(() => {
  stored = [];
  isAnswering = true;
});

interface Sent {
  readonly body?: string;
  readonly signedBody?: string;
  readonly secondsAgo?: number;
  readonly mark?: string;
}

function send({ body = '{"id":"a"}', signedBody = body, secondsAgo = 0, mark = "v1," }: Sent): Promise<Response> {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo);
  const signature = createHmac("sha256", secret).update(`a.${timestamp}.${signedBody}`).digest("base64");
  const headers = {
    "webhook-id": "a",
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,c3RyYWluZQ== ${mark}${signature}`,
  };
  return fetch(receiver.address, { method: "POST", headers, body });
}

test("[HOOK-2] stores a decision and responds 2xx if any signature is right", async () => {
  expect((await send({})).status).toBe(204);
  expect(stored).toEqual([{ id: "a" }]);
});

test.each<[string, Sent]>([
  ["other bytes than were signed", { body: '{"id":"b"}', signedBody: '{"id":"a"}' }],
  ["a signature of another version", { mark: "v2," }],
  ["one of ten minutes ago", { secondsAgo: 600 }],
  ["one of the future", { secondsAgo: -600 }],
])("[HOOK-2] refuses and does not store %s", async (_what, sent) => {
  expect((await send(sent)).status).toBe(401);
  expect(stored).toEqual([]);
});

test("[HOOK-5] does not respond if the decision could not be stored", async () => {
  isAnswering = false;
  await expect(send({})).rejects.toThrow("fetch failed");
});
