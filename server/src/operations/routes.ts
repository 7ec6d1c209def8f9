import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

/** Who may read the metrics (RUN-8c). */
export interface MetricsAccess {
  /** Opens the metrics; null where there is none. */
  readonly metricsToken: string | null;
  /** Whether this machine's own programs read the metrics without a token. */
  readonly areMetricsLocal: boolean;
}

interface OperationsParts extends MetricsAccess {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}

/** Counts every request that is answered; must come before the routes it counts. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, next) => {
    metrics.countRequest(request.routeOptions.url ?? "(none)", reply.statusCode, reply.elapsedTime / 1000);
    next();
  });
}

/**
 * RUN-5: from the moment it leaves every answer ends its connection, so that clients ask elsewhere by themselves and
 * none has a request on the way when the idle connections are closed.
 */
export function endConnectionsWhenLeaving(app: FastifyInstance, readiness: Pick<Readiness, "isLeaving">): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (readiness.isLeaving()) void reply.header("Connection", "close");
    done(null, payload);
  });
}

/** `/healthz`, `/readyz` and `/metrics` (RUN-8a, RUN-8c), for balancers and monitors. */
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

/** RUN-8c: where a proxy may stand in front every request comes from this machine, so there only the token opens them. */
function mayReadMetrics(request: FastifyRequest, { metricsToken, areMetricsLocal }: MetricsAccess): boolean {
  const given = /^Bearer (.+)$/u.exec(request.headers.authorization ?? "")?.[1];
  if (metricsToken !== null && given !== undefined) return isSame(given, metricsToken);
  const isForwarded = request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/u.test(request.socket.remoteAddress ?? "");
  return areMetricsLocal && isLocal && !isForwarded;
}

/** Takes as long for every guess. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", expected, "buffer"));
}
