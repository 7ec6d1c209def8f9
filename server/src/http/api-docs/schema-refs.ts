import type { TSchema } from "typebox";

export type Json = Readonly<Record<string, unknown>>;

export interface SchemaRefs {
  /** Replaces named schemas by references, at any depth. */
  readonly refer: (schema: TSchema) => Json;
  readonly components: Json;
}

/** JSON Schema keywords that hold schemas by name, and keywords that hold one schema or a list. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const schemas: ReadonlySet<string> = new Set(["items", "anyOf"]);

/** The parts of a schema identify its shape: copies that are optional or have another description share them. */
const partsOf = (schema: unknown): unknown => {
  const { properties, anyOf, items }: Json = Object(schema);
  return properties ?? anyOf ?? items;
};

export function createSchemaRefs(shapes: Readonly<Record<string, TSchema>>): SchemaRefs {
  const names = new Map(Object.entries(shapes).map(([name, shape]) => [partsOf(shape), name]));

  const refer = (schema: unknown): Json => {
    const name = names.get(partsOf(schema));
    if (name === undefined) return spell(schema);
    const { description }: Json = Object(schema);
    const { description: own }: Json = Object(shapes[name]);
    return { $ref: `#/components/schemas/${name}`, ...(description === own ? {} : { description }) };
  };
  const spell = (schema: unknown): Json => {
    const { examples: _beside, ...rest }: Json = Object(schema);
    const entries = Object.entries(rest).map(([key, value]): [string, unknown] => {
      if (maps.has(key)) return [key, mapValues(value, refer)];
      if (!schemas.has(key) || typeof value !== "object") return [key, value];
      if (!Array.isArray(value)) return [key, refer(value)];
      // JSON Schema 2020-12 calls a list of fixed length `prefixItems`.
      return [key === "items" ? "prefixItems" : key, value.map(refer)];
    });
    return plainer(Object.fromEntries(entries));
  };
  return { refer, components: mapValues(shapes, spell) };
}

const mapValues = (map: unknown, change: (value: unknown) => Json): Record<string, Json> =>
  Object.fromEntries(Object.entries(Object(map) as Json).map(([name, value]) => [name, change(value)]));

/** Rewrites a schema with the keywords that client generators support best. */
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
