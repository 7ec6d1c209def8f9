import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";

/** An object of these fields, in words and with examples. One that is exported has its name in the document of the API. */
export const shape = <P extends TProperties>(
  description: string,
  properties: P,
  ...examples: readonly Static<TObject<P>>[]
): TObject<P> => Type.Object(properties, { description, ...(examples.length === 0 ? {} : { examples }) });

/** The same schema in other words, and with other examples where there are any. */
export function described<S extends TSchema>(schema: S, description: string, ...examples: readonly Static<S>[]): S {
  const words = { description, ...(examples.length === 0 ? {} : { examples }) };
  // What makes it a schema of its type are properties that a spread would lose.
  const copy: S = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, words);
}

/** What examples are made of; a list of a fixed length has one of its own. */
interface Parts {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly [TSchema];
}

/** An example of a schema: its own, or made of its parts'; what may be absent is there only where it has one of its own. */
export function exampleOf<S extends TSchema>(schema: S, at = 0): Static<S> {
  const { examples, const: only, properties, items, anyOf }: Parts = schema;
  // Tests hold each example to its schema (DOC-1).
  return (examples?.[at] ?? ("~optional" in schema ? undefined : made())) as Static<S>;

  function made(): unknown {
    if (properties !== undefined)
      return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]));
    return items === undefined ? (anyOf === undefined ? only : exampleOf(anyOf[0])) : [exampleOf(items)];
  }
}
