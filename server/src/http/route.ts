import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Endpoint, UploadBody } from "@cuplaj/protocol/endpoint.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import type { Caller } from "../kernel/caller.ts";
import { type Outcome, refused, type RefusedWith } from "../kernel/outcome.ts";
import type { SecurityEvent } from "../kernel/security-log.ts";
import { actorOf, admitCall, type AdmissionParts, pathOf } from "./admit-call.ts";
import { answerRefused } from "./answer-error.ts";
import { allowTime } from "./connections.ts";
import { writeEvenly } from "./expensive-answers.ts";
import { namesAnotherRoom } from "./one-room.ts";
import { compileInput, type InputPart } from "./parse-input.ts";
import { type FileAnswer, sendFile } from "./send-file.ts";
import { readUploads } from "./upload-body.ts";

type Input<E extends Endpoint, Part extends InputPart> = E[Part] extends TSchema ? Static<E[Part]> : undefined;

export interface Call<E extends Endpoint> {
  readonly params: Input<E, "params">;
  readonly query: Input<E, "query">;
  readonly headers: Input<E, "headers">;
  /** An upload is a stream that fails if it is too long or is cut off. */
  readonly body: E extends { upload: UploadBody } ? Readable : Input<E, "body">;
  readonly caller: E extends { access: "public" } ? null : E extends { access: "optional" } ? Caller | null : Caller;
  readonly address: string;
  /** The path as requested, without the query, and whether the request came over TLS. */
  readonly path: string;
  readonly isSecure: boolean;
  readonly userAgent: string | null;
}

/** Headers of a response, and rooms that it reveals to a visitor. */
interface Beside {
  readonly headers?: Readonly<Record<string, string>>;
  readonly visited?: readonly number[];
}

interface AnyAnswer extends Beside {
  readonly status?: number;
  readonly body?: unknown;
  readonly file?: FileAnswer;
}

type Answer<E extends Endpoint> = Beside &
  (E["answers"] extends "file"
    ? { readonly file: FileAnswer }
    : {
        [S in keyof E["answers"] & number]: {
          readonly status: S;
          readonly body: E["answers"][S] extends TSchema ? Static<E["answers"][S]> : never;
        };
      }[keyof E["answers"] & number]);

type Detailed<E extends Endpoint> = E extends { details: infer Schemas }
  ? {
      [C in keyof Schemas & ErrorCode]: Schemas[C] extends TSchema ? RefusedWith<C, Static<Schemas[C]>> : never;
    }[keyof Schemas & ErrorCode]
  : never;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<Answer<E>, Detailed<E>>>;
type AnyHandler<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<AnyAnswer, RefusedWith<ErrorCode, unknown>>>;

export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** The prefix of the API's scope, in which every unknown path gets a JSON response. */
export const apiPrefix = "/api";

/** Most bytes of a body with a valid token, unless the call sets its own limit: 4,000 characters, each with the longest escape (MSG-2). */
const usualBodyBytesMax = 128 * 1024;

/** Returns the function that declares routes. A request passes the token check, the limit, the schema and the use case, in this order. */
export function routesOf(app: FastifyInstance, admission: AdmissionParts): AddRoute {
  return (endpoint, handler) => {
    const { access, upload, bodyBytesMax = access === undefined ? usualBodyBytesMax : undefined } = endpoint;
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replace(apiPrefix, ""),
      ...(bodyBytesMax === undefined ? {} : { bodyLimit: bodyBytesMax }),
      config: { isCall: true },
      onRequest: [admitCall(endpoint, admission), allowItsTime(endpoint)],
      handler: answerWith(endpoint, handler, admission),
    };
    if (upload === undefined) app.route(route);
    else
      void app.register(async (scope) => {
        readUploads(scope, upload);
        scope.route(route);
      });
  };
}

/** Extends the time limit only for admitted calls. */
function allowItsTime({ timeLimitMs }: Endpoint): onRequestHookHandler {
  return (request, _reply, next) => {
    if (timeLimitMs !== undefined) allowTime(request.raw, { arrivalMs: timeLimitMs });
    next();
  };
}

/** ERR-2: hidden and absent things get the same refusal, and the same entry in the log. */
const refusalEvents: Partial<Record<ErrorCode, SecurityEvent>> = {
  forbidden: "access.refused",
  not_found: "access.refused",
  infected: "file.infected",
  quota_full: "limit.met",
};

function answerWith<E extends Endpoint>(endpoint: E, handler: AnyHandler<E>, { security }: AdmissionParts) {
  const parse = parserOf(endpoint);
  const name = nameOf(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const call = parse(request);
    const outcome = namesAnotherRoom(endpoint, call.caller, call.params) ? refused("not_found") : await handler(call);
    const note = (event: SecurityEvent, what: string): void => security.note(event, { ...actorOf(request), what });
    if (!outcome.ok) {
      const event = refusalEvents[outcome.code];
      if (event !== undefined) note(event, event === "limit.met" ? outcome.code : name);
      return answerRefused(request, reply, outcome);
    }
    const answer = outcome.value;
    for (const roomId of answer.visited ?? []) note("room.read-without-membership", String(roomId));
    void reply.headers(answer.headers ?? {});
    if (answer.file !== undefined) return await sendFile(request, reply, answer.file);
    const send = (): void => void reply.code(answer.status ?? 200).send(answer.body ?? undefined);
    if (endpoint.isExpensive === true) await writeEvenly(send);
    else send();
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
  const [params, query, headers] = [compile("params"), compile("query"), compile("headers")];
  const body = endpoint.upload === undefined ? compile("body") : (stream: unknown) => stream;
  // The cast is safe, since each part was validated against the schema of its type, and the earlier hook set the caller.
  return (request) =>
    ({
      params: params(request.params),
      query: query(request.query),
      headers: headers(request.headers),
      body: body(request.body),
      caller: request.caller,
      address: request.ip,
      path: pathOf(request),
      isSecure: request.protocol === "https",
      userAgent: request.headers["user-agent"] ?? null,
    }) as Call<E>;
}
