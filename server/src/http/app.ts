import { randomUUID } from "node:crypto";
import formBody from "@fastify/formbody";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
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

/** The HTTP application; the composition root adds its own routes to it (pages, health) before it listens. */
export type App = FastifyInstance;

export interface AppOptions extends AdmissionParts {
  readonly log: Log;
  readonly delayRefusal: DelayRefusal;
  readonly version: string;
  /** What the document says of them; null where nobody is limited. */
  readonly limits: DocumentedLimits;
  /** How many proxies in front are believed about the caller's address (`TRUST_PROXY`). */
  readonly trustedProxies: number;
  /** What every answer carries, also those that are made before any route is found (SEC-9). */
  readonly answerHeaders: AnswerHeaders;
  readonly hostNames: HostNames;
  /** Called with each error of a database that is away or full. */
  readonly noteAway: (error: unknown) => void;
  /** Adds what every answer passes through, such as counters; runs before any route is declared. */
  readonly addHooks: (app: App) => void;
  /** Declares every slice's routes. */
  readonly addRoutes: (route: AddRoute) => void;
  /** The same for calls that take HTML form bodies beside JSON (LIVE-2). */
  readonly addFormRoutes: (route: AddRoute) => void;
}

/** Longest body of a call without a token: a name and a password, with air. Calls with a token have their own (`route.ts`). */
const publicBodyBytesMax = 8 * 1024;

const neverAsked = (): never => {
  throw new Error("a route has a schema of the framework's");
};

/** Builds the application with all calls of the API. Nothing listens yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const log: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance: log,
    // One line a request would be most of the log; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies > 0 && ((_address, hop) => hop < options.trustedProxies),
    bodyLimit: publicBodyBytesMax,
    http: connectionOptions(options.hostNames),
    // Calls are parsed by their own schemas: the framework's compilers would only be loaded.
    schemaController: { compilersFactory: { buildValidator: neverAsked, buildSerializer: neverAsked } },
    // A logger of its own for each request would cost more than the few lines that ever name one (`request_id`).
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // RUN-5: while leaving, a request that was taken in is answered as always and its connection then closed.
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    clientErrorHandler: answerUnreadable(options.answerHeaders),
    // No hook has seen what ends here; SEC-4: nothing was admitted, so many of these are delayed like refusals.
    frameworkErrors(error, request, reply) {
      setAnswerHeaders(options.answerHeaders, request, reply);
      options.delayRefusal(request, () => void answerThrown(error, request, reply, options.noteAway));
    },
  });
  answerExpectations(app.server, options.answerHeaders);
  app.decorateRequest("caller", null);
  app.setErrorHandler((error, request, reply) => answerThrown(error, request, reply, options.noteAway));
  addAnswerHeaders(app, options.answerHeaders);
  // SEC-4: of a connection that was cut nothing is done.
  app.addHook("onRequest", ({ raw }, _reply, next) => {
    if (!raw.socket.destroyed) next();
  });
  boundOtherRoutes(app, options);
  delayRefusals(app, options.delayRefusal);
  refuseHosts(app, options.hostNames, log);
  options.addHooks(app);
  await addApiDocs(app, options.version, options.limits);
  await app.register((api) => addApi(api, options), { prefix: apiPrefix });
  return app;
}

/**
 * GUARD-4: an address that cannot be decoded leads to the page, which says that there is nothing; calls get a clear error. An
 * address that begins with its origin, as proxies are asked, is the same without it.
 */
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
  // ERR-2: what is not there answers in JSON, never with a page.
  api.setNotFoundHandler((request, reply) => answerRefused(request, reply, refused("not_found")));
  await api.register(async (formApi) => {
    await formApi.register(formBody);
    options.addFormRoutes(routesOf(formApi, options));
  });
  options.addRoutes(routesOf(api, options));
}

/** Undefined for what is no JSON: the framework says so in its own words. */
function readPlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text in which no key can be `__proto__` or `constructor`, however it is escaped, needs no further check. */
const isHarmless = (json: string): boolean => !/__proto__|constructor|\\u/u.test(json);

/** JSON as the framework reads it (no `__proto__`), except that an empty body is an absent one. */
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
