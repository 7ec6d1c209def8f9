import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { CuplajClient, Refused } from "./cuplaj-client.ts";
import { newOffer } from "./trade.ts";

interface Prepared {
  readonly status: number;
  readonly retryAfter?: string;
  readonly body?: object;
}

let answers: (Prepared | "break")[] = [];
const sent: string[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    sent.push(body);
    const answer = answers.shift();
    if (answer === undefined || answer === "break") return void response.destroy();
    response.writeHead(answer.status, answer.retryAfter === undefined ? {} : { "Retry-After": answer.retryAfter });
    response.end(JSON.stringify(answer.body ?? {}));
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

const pauses: number[] = [];
const client = new CuplajClient({
  origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  token: "jeton",
  pause: async (ms) => void pauses.push(ms),
});
const up = new AbortController().signal;
const offer = { ...newOffer(() => 0, 0), version: 1, customer: { username: "ana" } };

test("[LIM-1] retries 429 and 503 after Retry-After, and lost responses after a second, with the same body", async () => {
  answers = [
    { status: 429, retryAfter: "3" },
    { status: 503, retryAfter: "7" },
    "break",
    { status: 502 },
    { status: 201, body: { oferta: { version: 1 } } },
  ];
  expect(await client.store(20_001, offer, up)).toEqual({ kind: "stored", offer: { version: 1 } });
  expect(pauses).toEqual([3000, 7000, 1000, 1000]);
  expect(new Set(sent)).toEqual(new Set([JSON.stringify(offer)]));
  expect(sent).toHaveLength(5);
});

test("[ERP-1a] a conflict names the stored version", async () => {
  answers = [{ status: 409, body: { code: "version_conflict", details: { version: 4 } } }];
  expect(await client.store(20_001, offer, up)).toEqual({ kind: "conflict", version: 4 });
});

test("[ERP-1a] does not retry a permanent refusal", async () => {
  answers = [{ status: 422, body: { code: "invalid" } }];
  await expect(client.store(20_001, offer, up)).rejects.toThrow(Refused);
});
