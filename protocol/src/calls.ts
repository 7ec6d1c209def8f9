import type { Static, TSchema } from "typebox";
import type { Endpoint } from "./endpoint.ts";
import { type EndpointName, endpoints } from "./endpoints.ts";

/** Method and path of every call. The page's build inlines these without schemas and texts (`compiledCalls` in web/vite.config.ts). */
export const calls = Object.fromEntries(
  Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }]),
) as { readonly [Name in EndpointName]: Pick<(typeof endpoints)[Name], "method" | "path"> };

/** Params, query and body of a call, merged into one object. */
export type CallInput<Name extends EndpointName> = Part<Name, "params"> & Part<Name, "query"> & Part<Name, "body">;

/** Body of a 200 or 201 response; `never` for calls without a JSON body, such as downloads. */
export type CallAnswer<Name extends EndpointName> = (typeof endpoints)[Name]["answers"] extends
  | { 200: infer Schema extends TSchema }
  | { 201: infer Schema extends TSchema }
  ? Static<Schema>
  : never;

/** Union of the `details` that a call's errors can carry (ERR-1). */
export type CallDetails<E extends Endpoint> = E extends { details: infer Schemas }
  ? { [Code in keyof Schemas]: Schemas[Code] extends TSchema ? Static<Schemas[Code]> : never }[keyof Schemas]
  : undefined;

type Part<Name extends EndpointName, Key extends "params" | "query" | "body"> = (typeof endpoints)[Name] extends {
  [K in Key]: infer Schema extends TSchema;
}
  ? { readonly [K in Key]: Static<Schema> }
  : unknown;
