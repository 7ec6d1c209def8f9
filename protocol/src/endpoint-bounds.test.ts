import { expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";
import type { Endpoint } from "./endpoint.ts";

/** Lists the paths of numbers in a schema that have no upper bound below 2^53. */
function unbounded(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("type" in schema && (schema.type === "integer" || schema.type === "number")) {
    const isBounded = "const" in schema || ("maximum" in schema && Number(schema.maximum) <= Number.MAX_SAFE_INTEGER);
    return isBounded ? [] : [path];
  }
  return Object.entries(schema).flatMap(([key, part]) => unbounded(part, `${path}.${key}`));
}

test("[ERR-2e] every number that a call takes has an upper bound", () => {
  const found = Object.entries<Endpoint>(endpoints).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => unbounded(schema, name)),
  );
  expect(found).toEqual([]);
});
