import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from "fastify";
import { admitByAddress, countByAddress, type AdmissionParts } from "./admit-call.ts";
import { retryAfterSeconds } from "./answer-error.ts";
import { isCallUrl } from "./answer-headers.ts";
import type { LimitName } from "./rate-limiter.ts";

const pusherApi = "/apps/";

/** SEC-4: routes outside `endpoints`, by path prefix. Servers sign requests to Pusher's HTTP API, so only its refusals count. */
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
    /** Marks routes in `endpoints`, which have their own limit. */
    isCall?: true;
  }
}

/** Limits every route outside `endpoints`, and requests without a route. Routes that are not listed cannot be declared. */
export function boundOtherRoutes(app: FastifyInstance, admission: AdmissionParts): void {
  const [admitUnknownCall, admitFile] = [admitByAddress("unknownCalls", admission), admitByAddress("files", admission)];
  app.addHook("onRoute", (route) => {
    if (route.config?.isCall === true) return;
    const limit = limitOf(route.url);
    // The catch-all route for files also receives unknown calls.
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

/** Counts refused calls. It must be a hook of the application, since hooks of routes run after the hook that delays refusals. */
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
