import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from "fastify";
import { admitByAddress, countByAddress, type AdmissionParts } from "./admit-call.ts";
import { retryAfterSeconds } from "./answer-error.ts";
import { isCallUrl } from "./answer-headers.ts";
import type { LimitName } from "./rate-limiter.ts";

const pusherApi = "/apps/";

/**
 * SEC-4: routes beside the table `endpoints`, by how their path begins, each with what bounds it: a limit by address, or for
 * Pusher's HTTP API, where servers of ours sign each request, such a limit on refusals alone.
 */
const otherRoutes: readonly (readonly [path: string, limit: LimitName | "refusals"])[] = [
  ["/api/v1/openapi.json", "unknownCalls"],
  ["/api/docs", "unknownCalls"],
  [pusherApi, "refusals"],
  ["/healthz", "files"],
  ["/readyz", "files"],
  ["/metrics", "files"],
  ["/sw.js", "files"],
  ["/*", "files"],
];

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route stands in the table of endpoints, with its own limit. */
    isCall?: true;
  }
}

/** Bounds every route that is no call, and what no route is found for. One that is not listed cannot be declared. */
export function boundOtherRoutes(app: FastifyInstance, admission: AdmissionParts): void {
  const [admitUnknownCall, admitFile] = [admitByAddress("unknownCalls", admission), admitByAddress("files", admission)];
  app.addHook("onRoute", (route) => {
    if (route.config?.isCall === true) return;
    const limit = limitOf(route.url);
    // The route of all files is also asked for calls that there are not.
    const admit: onRequestHookHandler = (request, reply, next) =>
      (limit === "unknownCalls" || isCallUrl(request.url) ? admitUnknownCall : admitFile)(request, reply, next);
    if (limit !== "refusals") route.onRequest = [route.onRequest ?? []].flat().concat(admit);
  });
  app.addHook("onSend", countRefusals(admission));
  app.addHook("onRequest", (request, reply, next) => {
    if (!request.is404) next();
    else (isCallUrl(request.url) ? admitUnknownCall : admitFile)(request, reply, next);
  });
}

function limitOf(url: string): LimitName | "refusals" {
  const listed = otherRoutes.find(([path]) => (path === "/*" ? url === path : url.startsWith(path)));
  if (listed === undefined)
    throw new Error(`${url} has no limit: name one in the table of endpoints or in other-routes.ts`);
  return listed[1];
}

/** A hook of the application, since those of routes come after the one that delays refusals. */
function countRefusals(admission: AdmissionParts): onSendHookHandler {
  return (request, reply, payload, next) => {
    const isPushers = request.routeOptions.url?.startsWith(pusherApi) === true;
    if (reply.statusCode < 300 || !isPushers) return next(null, payload);
    countByAddress(request, "unknownCalls", admission).then((refusal) => {
      if (refusal === null) return next(null, payload);
      void reply.code(429).header("Retry-After", retryAfterSeconds(refusal.retryAfterMs ?? 0));
      return next(null, "Too many requests\n");
    }, next);
    return undefined;
  };
}
