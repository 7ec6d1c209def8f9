import fc from "fast-check";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly object[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Valid values of a schema. Their lists are short, so that a few mutants cover all parts. */
export function valuesOf<Value>(given: object): fc.Arbitrary<Value> {
  const schema: Schema = given;
  // The test that uses the values validates each one against the schema.
  return anyOf(schema) as fc.Arbitrary<Value>;
}

function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => anyOf(one)));
  const { minimum: min = Number.MIN_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER } = schema;
  switch (schema.type) {
    case "object":
      return objectsOf(schema);
    case "array":
      return fc.array(anyOf(schema.items ?? {}), { maxLength: 3 });
    case "string":
      return schema.pattern === undefined
        ? fc.string({ unit: "grapheme", minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 20 })
        : fc.stringMatching(new RegExp(schema.pattern));
    case "integer":
      return fc.oneof(fc.integer({ min, max }), fc.constantFrom(Math.max(min, 1), max));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case undefined:
    default:
      return unknowns(schema);
  }
}

function unknowns(schema: Schema): fc.Arbitrary<unknown> {
  if (Object.keys(schema).some((field) => field !== "description"))
    throw new Error(`no values are known of ${JSON.stringify(schema)}`);
  return fc.jsonValue({ maxDepth: 1 });
}

function objectsOf({ properties, required = [], patternProperties = {} }: Schema): fc.Arbitrary<object> {
  const [pattern, inner] = Object.entries(patternProperties)[0] ?? [];
  if (pattern !== undefined && inner !== undefined)
    return fc.dictionary(fc.stringMatching(new RegExp(pattern)), anyOf(inner), { maxKeys: 3, noNullPrototype: true });
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, anyOf(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}

/** A value with one part mutated; `*` stands for a list item. */
export interface Mutant {
  readonly path: string;
  readonly value: unknown;
}

/** Replacements for a part: missing (undefined), and one value of each type. */
const replacements = [undefined, null, true, -1, 0, 1.5, "", "x", [], {}, [{}]];

/** Copies of the value, each with one part (or all of it) removed or replaced. */
export function mutantsOf(value: unknown, path = ""): readonly Mutant[] {
  const own = replacements.map((other) => ({ path, value: other }));
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item, at) => worse(item, `${path}.*`, (next) => value.with(at, next)))];
  if (typeof value !== "object" || value === null) return own;
  const inner = Object.entries(value).flatMap(([name, field]) =>
    worse(field, path === "" ? name : `${path}.${name}`, (next) => without({ ...value, [name]: next }, name, next)),
  );
  return [...own, ...inner];
}

const worse = (field: unknown, path: string, into: (next: unknown) => unknown): readonly Mutant[] =>
  mutantsOf(field, path).map((mutant) => ({ path: mutant.path, value: into(mutant.value) }));

function without(whole: Record<string, unknown>, name: string, next: unknown): object {
  if (next !== undefined) return whole;
  const { [name]: _gone, ...rest } = whole;
  return rest;
}

/** Mutants that a reader accepts although the schema refuses them (`taken`), or the reverse (`refused`). */
export interface Differences {
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

export function differencesOf(schema: TSchema, isRead: (value: unknown) => boolean): Differences {
  const compiled = Compile(schema);
  const [taken, refused] = [new Set<string>(), new Set<string>()];
  const compare = (value: unknown): void => {
    for (const mutant of mutantsOf(value)) {
      const [allowed, read] = [compiled.Check(mutant.value), isRead(mutant.value)];
      if (read && !allowed) taken.add(mutant.path);
      if (allowed && !read) refused.add(mutant.path);
    }
  };
  // A fixed seed covers every part, so that no run misses a difference there.
  fc.sample(valuesOf(schema), { numRuns: 30, seed: 1 }).forEach(compare);
  fc.assert(fc.property(valuesOf(schema), compare));
  return { taken: [...taken].toSorted(), refused: [...refused].toSorted() };
}
