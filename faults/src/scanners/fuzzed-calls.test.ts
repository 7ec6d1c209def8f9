import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzedCalls } from "./fuzzed-calls.ts";
import type { ApiDocument, Operation } from "./openapi.ts";

const operation: Operation = {
  id: "publishMessage",
  method: "POST",
  path: "/api/v1/publish/{roomId}",
  parameters: [
    { name: "roomId", in: "path", schema: { type: "string" }, example: "12" },
    { name: "page", in: "query", schema: { type: "integer" } },
  ],
  body: { schema: { $ref: "#/components/schemas/Text" }, example: { message: "salut" } },
  statuses: new Set([201]),
};
const document: ApiDocument = {
  operations: [operation],
  schemas: { Text: { type: "object", required: ["message"], properties: { message: { type: "string" } } } },
};
const message = { roomId: 7, channelId: 7, messageId: 8, type: "customer" };
const sample = (seed: number) => fc.sample(fuzzedCalls(operation, document, [message]), { numRuns: 500, seed });

test("[SEC-14] calls are as the document describes or odd, and the same for the same seed", () => {
  const calls = sample(1);
  expect(sample(1)).toEqual(calls);
  expect(calls.every(({ target }) => target.startsWith("/api/v1/publish/"))).toBe(true);
  const right = calls.filter(({ target, body }) => target.startsWith("/api/v1/publish/7") && isText(body));
  expect(right.length).toBeGreaterThan(100);
  const odd = calls.filter(({ body }) => !isText(body));
  expect(odd.length).toBeGreaterThan(20);
  expect(calls.some(({ target }) => target.includes("?page="))).toBe(true);
});

function isText(body: string | null): boolean {
  try {
    return typeof JSON.parse(body ?? "").message === "string";
  } catch {
    return false;
  }
}
