import type { TSchema } from "typebox";
import type { SchemaDoc } from "@cuplaj/protocol/api-docs/schema-docs.ts";

/** A part of the document, as plain data. */
export type Json = Readonly<Record<string, unknown>>;

/** Describes schemas for readers: what has a name is referred to by it. */
export interface SchemaRefs {
  /** A schema as it stands in a call: by name, or with the names in it. */
  readonly refer: (schema: TSchema) => Json;
  /** Every named schema, whole. */
  readonly components: Json;
}

/** The words of JSON Schema under which schemas stand: by name, and alone or in a list. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const schemas: ReadonlySet<string> = new Set(["items", "anyOf"]);

/** Names are found by the schema itself, and where it was made optional, which copies it, by what it says. */
export function createSchemaRefs(docs: Readonly<Record<string, SchemaDoc>>): SchemaRefs {
  const names = new Map<unknown, string>();
  for (const [name, { schema }] of Object.entries(docs)) names.set(schema, name).set(JSON.stringify(schema), name);

  const refer = (schema: unknown): Json => {
    const name = names.get(schema) ?? names.get(JSON.stringify(schema));
    return name === undefined ? spell(schema) : { $ref: `#/components/schemas/${name}` };
  };
  const spell = (schema: unknown): Json => {
    const entries = Object.entries(Object(schema) as Json).map(([key, value]): [string, unknown] => {
      if (maps.has(key)) return [key, mapValues(value, refer)];
      if (!schemas.has(key) || typeof value !== "object") return [key, value];
      if (!Array.isArray(value)) return [key, refer(value)];
      // A list of a fixed length has this name since JSON Schema 2020-12.
      return [key === "items" ? "prefixItems" : key, value.map(refer)];
    });
    return plainer(Object.fromEntries(entries));
  };
  const whole = ({ schema, description, fields = {} }: SchemaDoc): Json => {
    const spelled = spell(schema);
    const properties = mapValues(spelled["properties"], (property, name) => {
      const words = fields[name];
      return words === undefined ? property : { ...property, description: words };
    });
    return { ...spelled, description, ...(spelled["properties"] === undefined ? {} : { properties }) };
  };
  return { refer, components: mapValues(docs, (doc) => whole(doc as unknown as SchemaDoc)) };
}

const mapValues = (map: unknown, change: (value: Json, name: string) => Json): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(Object(map) as Record<string, Json>).map(([name, value]) => [name, change(value, name)]),
  );

/** The same meaning in the words that generators of clients know best. */
function plainer(schema: Json): Json {
  const { anyOf, patternProperties, ...rest } = schema;
  if (Array.isArray(anyOf) && anyOf.every((one: Json) => "const" in one))
    return { ...rest, type: anyOf[0].type, enum: anyOf.map((one: Json) => one["const"]) };
  if (patternProperties === undefined) return schema;
  const [[pattern, value] = ["", {}], ...others] = Object.entries(Object(patternProperties) as Json);
  if (others.length > 0) return schema;
  return {
    ...rest,
    ...(pattern === "^.*$" ? {} : { propertyNames: { pattern } }),
    additionalProperties: value,
  };
}
