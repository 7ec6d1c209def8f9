import type { Static, TSchema } from "typebox";
import type { Endpoint } from "./endpoint.ts";
import { type EndpointName, endpoints } from "./endpoints.ts";

/** Method and path of every call. The page's build has them alone, without schemas and words (`compiledCalls` in web/vite.config.ts). */
export const calls = Object.fromEntries(
  Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }]),
  // A list of pairs forgets which names there are.
) as { readonly [Name in EndpointName]: Pick<(typeof endpoints)[Name], "method" | "path"> };

/** What a call takes: a part that its endpoint does not have is absent here too. */
export type CallInput<Name extends EndpointName> = Part<Name, "params"> & Part<Name, "query"> & Part<Name, "body">;

/** What a call answers when it succeeds. */
export type CallAnswer<Name extends EndpointName> = (typeof endpoints)[Name]["answers"] extends
  | { 200: infer Schema extends TSchema }
  | { 201: infer Schema extends TSchema }
  ? Static<Schema>
  : never;

/** What the errors of a call carry beside their words (ERR-1), whatever their code. */
export type CallDetails<E extends Endpoint> = E extends { details: infer Schemas }
  ? { [Code in keyof Schemas]: Schemas[Code] extends TSchema ? Static<Schemas[Code]> : never }[keyof Schemas]
  : undefined;

type Part<Name extends EndpointName, Key extends "params" | "query" | "body"> = (typeof endpoints)[Name] extends {
  [K in Key]: infer Schema extends TSchema;
}
  ? { readonly [K in Key]: Static<Schema> }
  : unknown;
