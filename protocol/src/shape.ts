import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";

/** Builds an object schema with a description and examples. Exported ones appear by name in the API document. */
export const shape = <P extends TProperties>(
  description: string,
  properties: P,
  ...examples: readonly Static<TObject<P>>[]
): TObject<P> => Type.Object(properties, { description, ...(examples.length === 0 ? {} : { examples }) });

/** Copies a schema with another description and, if given, other examples. */
export function described<S extends TSchema>(schema: S, description: string, ...examples: readonly Static<S>[]): S {
  const words = { description, ...(examples.length === 0 ? {} : { examples }) };
  // A spread would lose the non-enumerable type marks.
  const copy: S = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, words);
}

interface Parts {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly [TSchema];
}

/** Builds an example of a schema: its own, or one composed of its parts; optional parts are included only if they have examples. */
export function exampleOf<S extends TSchema>(schema: S, at = 0): Static<S> {
  const { examples, const: only, properties, items, anyOf }: Parts = schema;
  // Tests check every example against its schema (DOC-1).
  return (examples?.[at] ?? ("~optional" in schema ? undefined : made())) as Static<S>;

  function made(): unknown {
    if (properties !== undefined)
      return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]));
    return items === undefined ? (anyOf === undefined ? only : exampleOf(anyOf[0])) : [exampleOf(items)];
  }
}
