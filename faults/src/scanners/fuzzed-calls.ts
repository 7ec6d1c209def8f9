import fc from "fast-check";
import type { ApiDocument, Operation, Schema } from "./openapi.ts";

export interface FuzzedCall {
  readonly operation: Operation;
  readonly target: string;
  readonly body: string | null;
  readonly contentType: string;
}

const oddTexts = [
  ...[
    "",
    " ",
    "0",
    "-1",
    "null",
    "undefined",
    "NaN",
    "true",
    "1e309",
    "0x10",
    "９",
    "1".repeat(40),
    "9007199254740993",
  ],
  ...[
    "' or 1=1--",
    '"; drop table messages; --',
    "\\",
    "%00",
    "\u0000",
    "\u202e",
    "\ud800",
    "../../../etc/passwd",
    "%2e%2e%2f",
  ],
  ...[
    "<img src=x onerror=alert(1)>",
    "${7*7}",
    "{{7*7}}",
    "__proto__",
    "constructor",
    "\r\nx-odd: 1",
    "😀".repeat(500),
  ],
  ...[
    "a".repeat(70_000),
    "ă".repeat(4001),
    "(".repeat(2000),
    "a & b | !c:*",
    "*",
    '"',
    "oferta.10001",
    "0".repeat(300),
  ],
];
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, null, true, -0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[[[[[]]]]]]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}')),
  fc.constant(Array.from({ length: 3000 }, (_, index) => index)),
);
/** Ids that exist, in addition to those in the examples. */
const knownIds = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 10_001, max: 10_012 }));

/** Values that are mostly valid, but sometimes odd somewhere inside. */
function valueOf(schema: Schema, schemas: ApiDocument["schemas"], depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: rightValueOf(schema, schemas, depth) }, { weight: 1, arbitrary: oddValues });
}

type Schemas = ApiDocument["schemas"];

function rightValueOf(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  if (depth > 8) return fc.constant(null);
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (named !== undefined) return rightValueOf(named, schemas, depth + 1);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const of = (inner: Schema): fc.Arbitrary<unknown> => valueOf(inner, schemas, depth + 1);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return choices === undefined ? typedValueOf(schema, of) : fc.oneof(...choices.map(of));
}

const numberOf = ({ minimum = 0, maximum = 1000 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(knownIds, fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }));

function recordOf(
  { properties, required }: Schema,
  of: (inner: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  const each = Object.entries(properties ?? {}).map(([name, property]) => [name, of(property)] as const);
  return fc.record(Object.fromEntries(each), { requiredKeys: [...(required ?? [])] });
}

const texts = fc.oneof(
  fc.constantFrom("oferta.10001", "frână", "1K0 615 301 AA"),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);

function typedValueOf(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { type } = schema;
  if (type === "integer" || type === "number") return numberOf(schema);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(of(schema.items ?? {}), { maxLength: 5 });
  return type === "object" ? recordOf(schema, of) : texts;
}

/** Bodies that are not JSON, or that are too large. */
const oddBodies = fc.constantFrom(
  "",
  "{",
  "[1,2",
  '{"a":1,"a":2}',
  "nul",
  "\u0000\u0001",
  `${"[".repeat(5000)}${"]".repeat(5000)}`,
  `"${"x".repeat(2_000_000)}"`,
);
const contentTypes = fc.oneof(
  { weight: 20, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      "x",
    ),
  },
);

/** An existing message, with the names that parameters use. */
export interface KnownMessage {
  readonly roomId: number;
  readonly channelId: number;
  readonly messageId: number;
  readonly type: string;
}

/** Calls of an operation, whose parameters and body follow the document or are odd. */
export function fuzzedCalls(
  operation: Operation,
  { schemas }: ApiDocument,
  messages: readonly KnownMessage[],
): fc.Arbitrary<FuzzedCall> {
  const { parameters, body, path } = operation;
  const inAddress = parameters.filter((parameter) => parameter.in !== "header");
  const values = Object.fromEntries(
    inAddress.map(({ name, schema, example }) => {
      const right = fc.oneof(fc.constant(example), knownIds, valueOf(schema, schemas));
      return [
        name,
        fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom<unknown>(...oddTexts) }),
      ] as const;
    }),
  );
  const bodies =
    body === null
      ? fc.constant(null)
      : fc.oneof(
          { weight: 1, arbitrary: oddBodies },
          { weight: 4, arbitrary: fc.constant(JSON.stringify(body.example) ?? "{}") },
          {
            weight: 12,
            arbitrary: valueOf(body.schema ?? {}, schemas).map((value) => JSON.stringify(value) ?? "null"),
          },
        );
  const optional = inAddress.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  return fc
    .record({
      values: fc.record(values, { requiredKeys: Object.keys(values).filter((name) => !optional.includes(name)) }),
      known: fc.oneof(
        { weight: 1, arbitrary: fc.constant({}) },
        { weight: 2, arbitrary: fc.constantFrom(...messages) },
      ),
      body: bodies,
      contentType: contentTypes,
    })
    .map((drawn) => ({
      operation,
      target: targetOf(path, optional, { ...drawn.values, ...drawn.known }),
      body: drawn.body,
      contentType: drawn.contentType,
    }));
}

function targetOf(path: string, optional: readonly string[], values: Readonly<Record<string, unknown>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encoded(values[name]));
  const query = optional.filter((name) => name in values).map((name) => `${name}=${encoded(values[name])}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed()).slice(0, 6000);
