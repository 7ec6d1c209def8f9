import { randomUUID } from "node:crypto";
import formBody from "@fastify/formbody";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { refused } from "../kernel/outcome.ts";
import { addApiDocs } from "./api-docs/add-api-docs.ts";
import type { DocumentedLimits } from "./api-docs/limit-words.ts";
import { answerRefused, answerThrown } from "./answer-error.ts";
import type { AdmissionParts } from "./admit-call.ts";
import { addAnswerHeaders, type AnswerHeaders, setAnswerHeaders } from "./answer-headers.ts";
import { answerExpectations, answerUnreadable } from "./answer-unreadable.ts";
import { connectionOptions } from "./connections.ts";
import { type DelayRefusal, delayRefusals } from "./delay-refusals.ts";
import { type HostNames, refuseHosts } from "./host-names.ts";
import { boundOtherRoutes } from "./other-routes.ts";
import { type AddRoute, apiPrefix, routesOf } from "./route.ts";

export type App = FastifyInstance;

export interface AppOptions extends AdmissionParts {
  readonly log: Log;
  readonly delayRefusal: DelayRefusal;
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
  readonly version: string;
  /** Limits to show in the API document; null with `LIMITS=off`. */
  readonly limits: DocumentedLimits;
  /** Number of proxies trusted to report the caller's address (`TRUST_PROXY`). */
  readonly trustedProxies: number;
  readonly answerHeaders: AnswerHeaders;
  readonly hostNames: HostNames;
  /** Called with each error of an unavailable or full database. */
  readonly noteAway: (error: unknown) => void;
  /** Adds hooks for all responses, such as counters, before routes are declared. */
  readonly addHooks: (app: App) => void;
  readonly addRoutes: (route: AddRoute) => void;
  /** Declares routes that also accept HTML form bodies (LIVE-2). */
  readonly addFormRoutes: (route: AddRoute) => void;
}

/** Most bytes of a body without a token, ample for a name and a password. Calls with a token have their own limit (`route.ts`). */
const publicBodyBytesMax = 8 * 1024;

const neverAsked = (): never => {
  throw new Error("a route has a schema of the framework's");
};

export async function buildApp(options: AppOptions): Promise<App> {
  const log: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance: log,
    // A line per request would fill the log; failures are logged where they are handled.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies > 0 && ((_address, hop) => hop < options.trustedProxies),
    bodyLimit: publicBodyBytesMax,
    http: connectionOptions(options.hostNames),
    // Calls compile their own schemas, so the framework's compilers would be loaded for nothing.
    schemaController: { compilersFactory: { buildValidator: neverAsked, buildSerializer: neverAsked } },
    // A child logger per request costs more than the few lines that carry a `request_id`.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // RUN-5: while draining, a request that was already accepted gets its normal response; then its connection is closed.
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    clientErrorHandler: answerUnreadable(options.answerHeaders),
    // Fastify runs no hooks for these errors. SEC-4: the caller was not admitted, so the response is delayed like a refusal.
    frameworkErrors(error, request, reply) {
      setAnswerHeaders(options.answerHeaders, request, reply);
      options.delayRefusal(request, () => void answerThrown(error, request, reply, options.noteAway));
    },
  });
  answerExpectations(app.server, options.answerHeaders);
  app.decorateRequest("caller", null);
  app.setErrorHandler((error, request, reply) => answerThrown(error, request, reply, options.noteAway));
  addAnswerHeaders(app, options.answerHeaders);
  app.addHook("onRequest", ({ raw }, _reply, next) => {
    if (!raw.socket.destroyed) next();
  });
  boundOtherRoutes(app, options);
  delayRefusals(app, options.delayRefusal, options.clock);
  logFailures(app);
  refuseHosts(app, options.hostNames, log);
  options.addHooks(app);
  await addApiDocs(app, options.version, options.limits);
  await app.register((api) => addApi(api, options), { prefix: apiPrefix });
  return app;
}

/** ERR-8: logs the ids of failed requests, so that operators can find a request that a person reports. */
function logFailures(app: App): void {
  app.addHook("onResponse", (request, reply, next) => {
    const { statusCode: status } = reply;
    if (status >= 500)
      request.log.info(
        { request_id: request.id, status, route: request.routeOptions.url },
        "a request returned an error",
      );
    next();
  });
}

/** GUARD-4: turns undecodable page URLs into `/-`, which shows not-found. Strips the origin, which requests to proxies include. */
function readableUrl(given: string): string {
  const url = given.startsWith("/") ? given : given.replace(/^https?:\/\/[^/?#]*\/?/iu, "/");
  if (url.startsWith(`${apiPrefix}/`)) return url;
  try {
    decodeURI(url);
    return url;
  } catch {
    return "/-";
  }
}

async function addApi(api: App, options: AppOptions): Promise<void> {
  readJson(api);
  // ERR-2: unknown calls get a JSON response, never a page.
  api.setNotFoundHandler((request, reply) => answerRefused(request, reply, refused("not_found")));
  await api.register(async (formApi) => {
    await formApi.register(formBody);
    options.addFormRoutes(routesOf(formApi, options));
  });
  options.addRoutes(routesOf(api, options));
}

/** Undefined if the text is invalid; the framework's parser then reports the error. */
function readPlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether JSON cannot contain a dangerous key: it has no `__proto__`, `constructor` or escape. */
const isHarmless = (json: string): boolean => !/__proto__|constructor|\\u/u.test(json);

/** Parses JSON as the framework does (rejecting `__proto__`), but treats an empty body as absent. */
function readJson(api: App): void {
  const parse = api.getDefaultJsonParser("error", "error");
  api.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, finish) => {
    if (body.trim() === "") {
      finish(null, undefined);
      return;
    }
    const value = isHarmless(body) ? readPlainJson(body) : undefined;
    if (value === undefined) void parse(request, body, finish);
    else finish(null, value);
  });
  api.removeContentTypeParser("text/plain");
}
