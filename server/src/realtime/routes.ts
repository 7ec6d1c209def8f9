import "@fastify/swagger";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import {
  type ApiAnswer,
  describeChannel,
  listChannels,
  listUsers,
  publishBatch,
  publishEvent,
  terminateUser,
} from "./http-api.ts";
import { type SignedRequest, signatureProblem } from "./http-signature.ts";
import { parseJson } from "./json.ts";
import type { RealtimeServer } from "./realtime-server.ts";

/** A batch of ten events of 10 KB, JSON in JSON. */
const bodyBytesMax = 512 * 1024;

interface ApiCall {
  readonly appId: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** A part of the path, decoded. */
  param(name: string): string;
}

/** Pusher's HTTP API under `/apps/{id}`. A plugin of its own, since the signature covers the raw body. */
export function realtimeRoutes(server: RealtimeServer, clock: Clock) {
  return async function register(fastify: FastifyInstance): Promise<void> {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", { parseAs: "string", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    const route = (method: "GET" | "POST", path: string, answer: (call: ApiCall) => ApiAnswer) => {
      fastify.route({
        method,
        url: `/apps/:appId${path}`,
        schema: { hide: true },
        handler: (request, reply) => answerSigned(request, reply, fastify.prefix, answer),
      });
    };
    route("POST", "/events", (call) => publishEvent(server, call.appId, call.body));
    route("POST", "/batch_events", (call) => publishBatch(server, call.appId, call.body));
    route("GET", "/channels", (call) => listChannels(server, call.appId, call.query));
    route("GET", "/channels/:channel", (call) =>
      describeChannel(server, call.appId, call.param("channel"), call.query),
    );
    route("GET", "/channels/:channel/users", (call) => listUsers(server, call.appId, call.param("channel")));
    route("POST", "/users/:user/terminate_connections", (call) =>
      terminateUser(server, call.appId, call.param("user")),
    );
  };

  function answerSigned(
    request: FastifyRequest,
    reply: FastifyReply,
    prefix: string,
    answer: (call: ApiCall) => ApiAnswer,
  ): FastifyReply {
    const params = new Map(Object.entries(request.params ?? {}).map(([name, value]) => [name, String(value)]));
    const app = server.apps.find((candidate) => candidate.id === params.get("appId"));
    if (app === undefined) return refuse(reply, 404, "There is no app with this id");
    if (app.isDisabled === true) return refuse(reply, 403, "The app is disabled");
    const signed = signedPartOf(request, prefix);
    const problem = signatureProblem(app, signed, clock.now());
    if (problem !== null) return refuse(reply, 401, problem);
    const param = (name: string) => params.get(name) ?? "";
    const result = answer({ appId: app.id, query: signed.query, body: parseJson(signed.body), param });
    return result.status === 200 ? reply.send(result.body) : refuse(reply, result.status, result.error);
  }
}

function signedPartOf(request: FastifyRequest, prefix: string): SignedRequest {
  const url = request.raw.url ?? "";
  const queryStart = url.includes("?") ? url.indexOf("?") : url.length;
  return {
    method: request.method,
    path: url.slice(prefix.length, queryStart),
    query: new URLSearchParams(url.slice(queryStart + 1)),
    body: typeof request.body === "string" ? request.body : "",
  };
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(`${error}\n`);
}
