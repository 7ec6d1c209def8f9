import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import { type Outcome, refused } from "../outcome.ts";
import { answerRefused } from "./answer-error.ts";
import { bearerToken, type Caller, type IdentifyCaller } from "./caller.ts";
import { compileInput, type InputPart } from "./parse-input.ts";
import type { LimitedCall, RateLimiter } from "./rate-limiter.ts";

/** One line of the table `endpoints`. */
interface Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Without it the call asks for a bearer token. */
  readonly access?: "public";
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly answers: Readonly<Record<number, TSchema>>;
}

type Input<E extends Endpoint, Part extends InputPart> = E[Part] extends TSchema ? Static<E[Part]> : undefined;

/** What a handler gets: every part parsed, and who calls. */
export interface Call<E extends Endpoint> {
  readonly params: Input<E, "params">;
  readonly query: Input<E, "query">;
  readonly body: Input<E, "body">;
  readonly caller: E extends { access: "public" } ? null : Caller;
  /** The address that the call comes from. */
  readonly address: string;
}

/** An answer of an endpoint: one of its statuses with the body that belongs to it. */
type Answer<E extends Endpoint> = {
  [S in keyof E["answers"] & number]: {
    readonly status: S;
    readonly body: E["answers"][S] extends TSchema ? Static<E["answers"][S]> : never;
  };
}[keyof E["answers"] & number];

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<Answer<E>>>;

/** Declares one endpoint with its handler; `limit` names what it counts as (LIM-1). */
export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>, limit?: LimitedCall) => void;

/** What every route needs. */
export interface RouteTools {
  readonly identifyCaller: IdentifyCaller;
  readonly rateLimiter: RateLimiter;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** The application is mounted there, so that everything unknown below it answers in JSON. */
export const apiPrefix = "/api";

/** Makes the function that slices declare their routes with: token, then limit, then schema, then the use case. */
export function routesOf(app: FastifyInstance, tools: RouteTools): AddRoute {
  return (endpoint, handler, limit) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(apiPrefix, ""),
      schema: { ...schemaOf(endpoint), response: { ...endpoint.answers, default: ErrorBody } },
      // Values are parsed in the handler; the schemas here describe the calls at `/api/docs`.
      validatorCompiler: () => () => true,
      ...(endpoint.access === "public" ? {} : { onRequest: authenticate(tools.identifyCaller) }),
      handler: answerWith(endpoint, handler, limit === undefined ? null : limitBy(limit, tools.rateLimiter)),
    });
  };
}

function schemaOf(endpoint: Endpoint): object {
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
  };
}

/** ERR-2: 401 is for the token alone. */
function authenticate(identifyCaller: IdentifyCaller) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const token = bearerToken(request.headers.authorization);
    request.caller = token === null ? null : await identifyCaller(token);
    return request.caller === null ? answerRefused(request, reply, refused("unauthenticated")) : undefined;
  };
}

type Limit = (caller: Caller | null) => Promise<number>;

function limitBy(limit: LimitedCall, rateLimiter: RateLimiter): Limit {
  return async (caller) => (caller === null ? 0 : await rateLimiter.take(limit, caller.user.id));
}

function answerWith<E extends Endpoint>(endpoint: E, handler: Handler<E>, limit: Limit | null) {
  const parse = parserOf(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const retryAfterMs = limit === null ? 0 : await limit(request.caller);
    if (retryAfterMs > 0) return answerRefused(request, reply, refused("too_many_requests", { retryAfterMs }));
    const outcome = await handler(parse(request));
    if (!outcome.ok) return answerRefused(request, reply, outcome);
    return reply.code(outcome.value.status).send(outcome.value.body);
  };
}

function parserOf<E extends Endpoint>(endpoint: E): (request: FastifyRequest) => Call<E> {
  const compile = (part: InputPart): ((input: unknown) => unknown) => {
    const schema = endpoint[part];
    return schema === undefined ? () => undefined : compileInput(schema, part);
  };
  const [params, query, body] = [compile("params"), compile("query"), compile("body")];
  // Each part was just checked against the schema that its type is made from; the hook before filled the caller.
  return (request) =>
    ({
      params: params(request.params),
      query: query(request.query),
      body: body(request.body),
      caller: request.caller,
      address: request.ip,
    }) as Call<E>;
}
