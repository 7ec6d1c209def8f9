import "@fastify/swagger";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import {
  type ApiAnswer,
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

/** Of servers that hold the secret (SEC-4): a batch of ten events of 10 KB, JSON in JSON. */
const bodyBytesMax = 512 * 1024;

/** A request of an app that may ask. */
interface Signed {
  readonly appId: string;
  readonly query: URLSearchParams;
}

interface Refusal {
  readonly status: number;
  readonly error: string;
}

interface ApiCall {
  readonly appId: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** A part of the path, decoded. */
  param(name: string): string;
}

/** Pusher's HTTP API under `/apps/{id}`. A plugin of its own, since the signature covers the raw body. */
export function realtimeRoutes(server: RealtimeServer, clock: Clock) {
  const signedRequests = new WeakMap<FastifyRequest, Signed>();
  return async function register(fastify: FastifyInstance): Promise<void> {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", { parseAs: "string", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    // SEC-4: the signature holds without the body, of which it covers the digest; so no stranger's body is ever read.
    fastify.addHook("onRequest", (request, reply, next) => {
      const judged = judge(request, fastify.prefix);
      if ("error" in judged) {
        refuse(reply, judged);
        return;
      }
      signedRequests.set(request, judged);
      next();
    });
    const route = (method: "GET" | "POST", path: string, answer: (call: ApiCall) => ApiAnswer) => {
      fastify.route({
        method,
        url: `/apps/:appId${path}`,
        schema: { hide: true },
        handler: (request, reply) => answerSigned(request, reply, answer),
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
    answer: (call: ApiCall) => ApiAnswer,
  ): FastifyReply {
    const signed = signedRequests.get(request);
    const body = typeof request.body === "string" ? request.body : "";
    if (signed === undefined || !isSignedBody(signed.query, body)) {
      return refuse(reply, { status: 401, error: "Wrong body_md5" });
    }
    const result = answer({ ...signed, body: parseJson(body), param: (name) => paramOf(request, name) });
    return result.status === 200 ? reply.send(result.body) : refuse(reply, result);
  }

  /** Judges all but the body, which has not come. */
  function judge(request: FastifyRequest, prefix: string): Signed | Refusal {
    const app = server.apps.find((candidate) => candidate.id === paramOf(request, "appId"));
    if (app === undefined) return { status: 404, error: "There is no app with this id" };
    const signed = signedPartOf(request, prefix);
    const problem = signatureProblem(app, signed, clock.now());
    return problem === null ? { appId: app.id, query: signed.query } : { status: 401, error: problem };
  }
}

/** A part of the path, decoded. */
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

function refuse(reply: FastifyReply, { status, error }: Refusal): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(`${error}\n`);
}
