import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

export interface MetricsAccess {
  /** Bearer token for the metrics; null if no token is configured. */
  readonly metricsToken: string | null;
  /** Whether programs on this machine need no token. */
  readonly areMetricsLocal: boolean;
}

interface OperationsParts extends MetricsAccess {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}

/** Counts every response; register it before the routes. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, next) => {
    const { method, routeOptions } = request;
    const counted = { method, route: routeOptions.url ?? "(none)", status: reply.statusCode };
    metrics.countRequest(counted, reply.elapsedTime / 1000);
    next();
  });
}

/** RUN-5: during a shutdown every response closes its connection, so that no request is in flight when idle connections are closed. */
export function endConnectionsWhenLeaving(app: FastifyInstance, readiness: Pick<Readiness, "isLeaving">): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (readiness.isLeaving()) void reply.header("Connection", "close");
    done(null, payload);
  });
}

/**
 * `/healthz` and `/readyz` for load balancers (RUN-8a), `/metrics` for Prometheus (RUN-8c). `/readyz` is 503 with a `Retry-After` of 2 s if
 * not ready.
 */
export function addOperationsRoutes(app: FastifyInstance, parts: OperationsParts): void {
  const { readiness, metrics } = parts;
  app.get("/healthz", async (_request, reply) => reply.header("Cache-Control", "no-store").send({ alive: true }));

  app.get("/readyz", async (_request, reply) => {
    const report = await readiness.check();
    void reply.header("Cache-Control", "no-store").code(report.ready ? 200 : 503);
    if (!report.ready) void reply.header("Retry-After", "2");
    return report;
  });

  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, parts)) {
      reply.callNotFound();
      return reply;
    }
    return await reply
      .header("Cache-Control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** RUN-8c: behind a proxy, every request comes from this machine, so only the token counts. */
function mayReadMetrics(request: FastifyRequest, { metricsToken, areMetricsLocal }: MetricsAccess): boolean {
  const given = /^Bearer (.+)$/u.exec(request.headers.authorization ?? "")?.[1];
  if (metricsToken !== null && given !== undefined) return isSame(given, metricsToken);
  const isForwarded = request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/u.test(request.socket.remoteAddress ?? "");
  return areMetricsLocal && isLocal && !isForwarded;
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", expected, "buffer"));
}
