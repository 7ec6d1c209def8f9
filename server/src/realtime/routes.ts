import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import {
  type ApiAnswer,
  ApiRefusal,
  describeChannel,
  listChannels,
  listUsers,
  publishBatch,
  publishEvent,
  terminateUser,
} from "./http-api.ts";
import { isSignedBody, type SignedRequest, signatureProblem } from "./http-signature.ts";
import { parseJson } from "./json.ts";
import type { RealtimeServer } from "./realtime-server.ts";

/** Servers with the secret may send this much (SEC-4): a batch of ten events of 10 KB, encoded as JSON within JSON. */
const bodyBytesMax = 512 * 1024;

/** Pusher's HTTP API under `/apps/{id}`, as a separate plugin, since the signature covers the raw body. */
export function realtimeRoutes(server: RealtimeServer, clock: Clock) {
  return async function register(fastify: FastifyInstance): Promise<void> {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", { parseAs: "string", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    // SEC-4: the signature covers the body's digest, so it is checked first, and no body of unknown origin is read.
    fastify.addHook("onRequest", (request, reply, next) => {
      const refusal = refusalOf(request, fastify.prefix);
      if (refusal === null) next();
      else send(reply, refusal);
    });
    const route = (method: "GET" | "POST", path: string, answer: typeof publishEvent) =>
      fastify.route({
        method,
        url: `/apps/:appId${path}`,
        handler: (request, reply) => send(reply, answerSigned(server, request, answer)),
      });
    route("POST", "/events", publishEvent);
    route("POST", "/batch_events", publishBatch);
    route("GET", "/channels", listChannels);
    route("GET", "/channels/:channel", describeChannel);
    route("GET", "/channels/:channel/users", listUsers);
    route("POST", "/users/:user/terminate_connections", terminateUser);
  };

  /** Checks everything except the body, which has not arrived yet. */
  function refusalOf(request: FastifyRequest, prefix: string): ApiRefusal | null {
    const app = server.apps.find((candidate) => candidate.id === paramOf(request, "appId"));
    if (app === undefined) return new ApiRefusal(404, "There is no app with this id");
    const problem = signatureProblem(app, signedPartOf(request, prefix), clock.now());
    return problem === null ? null : new ApiRefusal(401, problem);
  }
}

function answerSigned(server: RealtimeServer, request: FastifyRequest, answer: typeof publishEvent): ApiAnswer {
  const { query } = signedPartOf(request, "");
  const body = typeof request.body === "string" ? request.body : "";
  if (!isSignedBody(query, body)) return new ApiRefusal(401, "Wrong body_md5");
  const param = (name: string): string => paramOf(request, name);
  return answer(server, { appId: param("appId"), query, body: parseJson(body), param });
}

function send(reply: FastifyReply, answer: ApiAnswer): FastifyReply {
  if (!(answer instanceof ApiRefusal)) return reply.send(answer);
  return reply.code(answer.status).type("text/plain; charset=utf-8").send(`${answer.error}\n`);
}

function paramOf({ params }: FastifyRequest, name: string): string {
  return new Map(Object.entries(params ?? {}).map(([key, value]) => [key, String(value)])).get(name) ?? "";
}

function signedPartOf(request: FastifyRequest, prefix: string): SignedRequest {
  const url = request.raw.url ?? "";
  const queryStart = url.includes("?") ? url.indexOf("?") : url.length;
  return {
    method: request.method,
    path: url.slice(prefix.length, queryStart),
    query: new URLSearchParams(url.slice(queryStart + 1)),
  };
}
