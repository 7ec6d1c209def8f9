import { expect, test } from "vitest";
import { canonical } from "@cuplaj/protocol/contract.ts";
import { usualLimits } from "../../testing/usual-limits.ts";
import { describeApi } from "./openapi-document.ts";
import { namedShapes } from "./named-shapes.ts";
import type { Json } from "./schema-refs.ts";

const document = describeApi("1.2.3", usualLimits);

function* partsOf(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  yield value as Json;
  for (const inner of Object.values(value)) yield* partsOf(inner);
}

test("[DOC-1c] a shape has one name, and is defined only under that name", () => {
  const texts = Object.values(namedShapes).map(canonical);
  expect(new Set(texts).size).toBe(texts.length);
  const { schemas } = document["components"] as { schemas: Record<string, Json> };
  const named = new Map(Object.entries(schemas).map(([name, schema]) => [canonical(schema), name]));
  const isSmall = (part: Json): boolean => Object.keys(Object(part["properties"])).length < 2;
  const repeated = [...partsOf(document)].filter(
    (part) => part["type"] === "object" && !isSmall(part) && !Object.values(schemas).includes(part),
  );
  expect(repeated.map((part) => named.get(canonical(part))).filter((name) => name !== undefined)).toEqual([]);
});

test("[DOC-1c] every reference resolves, and every definition is referenced", () => {
  const refs = new Set([...partsOf(document)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])));
  const { schemas } = document["components"] as { schemas: Json };
  const names = [...refs].flatMap((ref) => /^#\/components\/schemas\/(.*)$/u.exec(ref)?.[1] ?? []);
  expect(names.toSorted()).toEqual(
    Object.keys(schemas)
      .filter((name) => name !== "TypingWhisper")
      .toSorted(),
  );
});

test.each([
  [
    "/api/v1/publish/{roomId}",
    "post",
    "**Limit:** 20 at once, then 5 a second per person, for publishing and editing together.",
  ],
  ["/api/v1/publish/{roomId}/upload", "post", "**Limit:** 10 at once, then 12 a minute per person"],
  ["/api/v1/join", "post", "**Limit:** 10 at once, then 10 a minute per person"],
  ["/api/v1/all/{page}", "get", "At most 4 large responses are sent to a person at once"],
  ["/api/v1/settings", "get", "**Limit:** 100 at once, then 20 a second per address"],
  ["/api/v1/login", "post", "**Limit:** 5 failures a minute per account and address"],
  ["/api/v1/login", "post", "**Permission:** none."],
  ["/api/v1/search", "post", "**Permission:** `rooms.view`."],
])("[DOC-1] %s %s says: %s", (path, method, words) => {
  const { [path]: methods } = document["paths"] as Record<string, Record<string, { description: string }>>;
  expect(methods?.[method]?.description).toContain(words);
});

test("[DOC-1c] the webhook is documented with its headers, its body and the expected response", () => {
  const { webhooks } = document as { webhooks: Record<string, { post: Json } | undefined> };
  expect(webhooks["OfferWebhook"]?.post).toMatchObject({
    parameters: [{ name: "webhook-id" }, { name: "webhook-timestamp" }, { name: "webhook-signature" }],
    requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/OfferWebhook" } } } },
    responses: { "2XX": {} },
  });
});

test("[DOC-1] the document of an installation without limits says so at each call", () => {
  expect(JSON.stringify(describeApi("1.2.3", null))).toContain("**Limit:** none on this installation.");
});
