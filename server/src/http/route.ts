import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { type Endpoint, endpoints, ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import type { Outcome } from "../outcome.ts";
import { addressGroup } from "./address-group.ts";
import { admitCall, type DoorParts } from "./admit-call.ts";
import { answerRefused } from "./answer-error.ts";
import type { Caller } from "./caller.ts";
import { compileInput, type InputPart } from "./parse-input.ts";

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

/** An answer of an endpoint: one of its statuses with the body that belongs to it, and the rooms it shows to who is no member. */
type Answer<E extends Endpoint> = {
  [S in keyof E["answers"] & number]: {
    readonly status: S;
    readonly body: E["answers"][S] extends TSchema ? Static<E["answers"][S]> : never;
    readonly visited?: readonly number[];
  };
}[keyof E["answers"] & number];

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<Answer<E>>>;

/** Declares one endpoint with its handler. */
export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** The application is mounted there, so that everything unknown below it answers in JSON. */
export const apiPrefix = "/api";

/** Longest body of a call with a good token: 4,000 characters, each escaped at its longest, with air (MSG-2). */
const bodyBytesMax = 128 * 1024;

/** Makes the function that slices declare their routes with: token, then limit, then schema, then the use case. */
export function routesOf(app: FastifyInstance, door: DoorParts): AddRoute {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(apiPrefix, ""),
      ...(endpoint.access === "public" ? {} : { bodyLimit: bodyBytesMax }),
      schema: { ...schemaOf(endpoint), response: { ...endpoint.answers, default: ErrorBody } },
      // Values are parsed in the handler; the schemas here describe the calls at `/api/docs`.
      validatorCompiler: () => () => true,
      onRequest: admitCall(endpoint, door),
      handler: answerWith(endpoint, handler, door),
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

function answerWith<E extends Endpoint>(endpoint: E, handler: Handler<E>, { security, writeEvenly }: DoorParts) {
  const parse = parserOf(endpoint);
  const name = nameOf(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const outcome = await handler(parse(request));
    const note = (event: "access.refused" | "room.read-without-membership", what: string): void =>
      security.note(event, { who: request.caller?.user.id ?? null, what, from: addressGroup(request.ip) });
    if (!outcome.ok) {
      // ERR-2: what one may not know of and what is not there are one refusal, and so they are here.
      if (outcome.code === "forbidden" || outcome.code === "not_found") note("access.refused", name);
      return answerRefused(request, reply, outcome);
    }
    const { status, body, visited = [] } = outcome.value;
    for (const roomId of visited) note("room.read-without-membership", String(roomId));
    if (endpoint.isExpensive !== true || writeEvenly === null) return reply.code(status).send(body);
    await writeEvenly(() => void reply.code(status).send(body));
    return reply;
  };
}

const nameOf = (endpoint: Endpoint): string =>
  Object.entries(endpoints).find(([, each]) => each === endpoint)?.[0] ?? endpoint.path;

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
