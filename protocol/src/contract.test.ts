import path from "node:path";
import fc from "fast-check";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { contractProblems } from "../../tooling/contract-fingerprint.mjs";
import { wholeContract } from "../../tooling/whole-contract.mjs";
import { canonical, contract } from "./contract.ts";
import { endpoints } from "./endpoints.ts";
import { errorStatus } from "./errors.ts";
import { liveEvents, roomLogEvents } from "./events.ts";
import { SyncEvent } from "./sync.ts";

test("the contract matches its fingerprint and the changelog", () => {
  expect(contractProblems(path.resolve(import.meta.dirname, "../.."), wholeContract).join("\n")).toBe("");
});

test("every call, event and error code is part of the contract", () => {
  const names = [
    ...Object.keys(endpoints).map((name) => `call ${name}`),
    ...Object.keys(liveEvents).map((name) => `event ${name}`),
    ...Object.keys(errorStatus).map((name) => `error ${name}`),
  ];
  expect(Object.keys(contract)).toEqual(expect.arrayContaining(names));
});

test("catching up returns log events exactly as they were live (MSG-6)", () => {
  const { anyOf }: { anyOf: { properties: { event: { const: string }; data: object } }[] } = JSON.parse(
    JSON.stringify(SyncEvent),
  );
  const described = anyOf.map(({ properties }) => [properties.event.const, canonical(properties.data)]);
  expect(described).toEqual(Object.entries(roomLogEvents).map(([name, schema]) => [name, canonical(schema)]));
});

const schema = Type.Object({
  title: Type.String({ minLength: 1 }),
  kind: Type.Union([Type.Literal("room"), Type.Literal("user")]),
  required: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
});

function shuffled(value: unknown, order: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(() => order());
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      const next = shuffled(inner, order);
      return [key, ["anyOf", "required"].includes(key) && Array.isArray(next) ? next.toReversed() : next];
    }),
  );
}

test("order, layout and descriptions make no difference", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.constantFrom(-1, 1)), fc.string(), (order, words) => {
      const next = (): number => order.next().value;
      const other = shuffled(JSON.parse(JSON.stringify(schema)), next);
      const described = { description: words, title: words, ...(other as object), $comment: words };
      expect(canonical(described)).toBe(canonical(schema));
    }),
  );
});

test.each<[string, object]>([
  ["a bound", Type.Object({ ...schema.properties, title: Type.String({ minLength: 2 }) })],
  ["a field that may be absent", Type.Object({ ...schema.properties, kind: Type.Optional(schema.properties.kind) })],
  ["a field called like an annotation", Type.Object({ kind: schema.properties.kind, required: Type.Integer() })],
  ["a value that is new", Type.Object({ ...schema.properties, kind: Type.Literal("room") })],
  ["a field that is new", Type.Object({ ...schema.properties, more: Type.Null() })],
])("%s makes a difference", (_what, changed) => {
  expect(canonical(changed)).not.toBe(canonical(schema));
});
