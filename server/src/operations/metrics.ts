import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Backlog } from "../storage/stored-waits.ts";
import { addHealthMetrics, type HealthSources } from "./health-metrics.ts";

interface MetricSources {
  readonly health: HealthSources;
  readonly realtime: () => object;
  readonly databasePool: () => {
    readonly totalCount: number;
    readonly idleCount: number;
    readonly waitingCount: number;
  };
  readonly searchBehindSeconds: () => number;
  /** Null without a webhook. */
  readonly webhooks: ReadBacklog | null;
  readonly pushes: ReadBacklog;
  /** Null if the installation sends no e-mail. */
  readonly mails: ReadBacklog | null;
  readonly lastBackupSeconds: () => Promise<number>;
}

/** Rejects while the database is down. */
type ReadBacklog = () => Promise<Backlog>;

export type Metrics = ReturnType<typeof createMetrics>;

interface CountedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

interface Batch {
  readonly sends: number;
  readonly commitMs: number;
  readonly broadcastMs: number;
}

/** The library's default of 10 ms wakes an idle process 100 times a second, which would be most of its idle load. */
const loopSampledEveryMs = 50;

export function createMetrics(sources: MetricSources) {
  const { health, realtime, databasePool, searchBehindSeconds, webhooks, pushes, mails } = sources;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampledEveryMs });
  const requests = new Counter({
    name: "cuplaj_http_requests_total",
    help: "Requests by method, route and status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "cuplaj_http_request_seconds",
    help: "Response time by route",
    labelNames: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  registry.registerMetric(poolGauge(databasePool));
  registry.registerMetric(realtimeGauge(realtime));
  registry.registerMetric(searchGauge(searchBehindSeconds));
  const stored = [
    storedGauge(
      "cuplaj_last_backup_seconds",
      "Start of the last successful backup, in seconds since 1970; 0 before the first",
      sources.lastBackupSeconds,
    ),
    ...(webhooks === null ? [] : backlogGauges("webhook", "customers' decisions for the ERP", webhooks)),
    ...backlogGauges("push", "pushes", pushes),
    ...(mails === null ? [] : backlogGauges("mail", "e-mails that the relay has not taken", mails)),
  ];
  for (const gauge of stored) registry.registerMetric(gauge);
  return {
    ...addHealthMetrics(registry, health),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    countBatch: batchCounter(registry),
    // PUSH-8a: pushes delivered, gone, retried and given up.
    countPush: resultCounter(registry, "cuplaj_push_results_total", "Pushes by result"),
    countInboundMail: resultCounter(registry, "cuplaj_inbound_mails_total", "E-mails that arrived, by result"),
    countMail: resultCounter(registry, "cuplaj_mail_results_total", "E-mails by result"),
    countRequest({ method, route, status }: CountedRequest, seconds: number) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
  };
}

function batchCounter(registry: Registry): (batch: Batch) => void {
  const registers = [registry];
  const messages = new Counter({ name: "cuplaj_publish_messages_total", help: "Messages stored", registers });
  const commits = new Counter({
    name: "cuplaj_publish_commits_total",
    help: "Commits that stored messages",
    registers,
  });
  const seconds = new Counter({
    name: "cuplaj_publish_seconds_total",
    help: "Total time spent on storing messages, by part: commit and broadcast",
    labelNames: ["part"],
    registers,
  });
  return ({ sends, commitMs, broadcastMs }) => {
    messages.inc(sends);
    commits.inc();
    seconds.inc({ part: "commit" }, (sends * commitMs) / 1000);
    seconds.inc({ part: "broadcast" }, (sends * broadcastMs) / 1000);
  };
}

function poolGauge(pool: MetricSources["databasePool"]): Gauge<"state"> {
  return new Gauge({
    name: "cuplaj_database_connections",
    help: "Connections of the pool: open, idle, and requests waiting for one",
    labelNames: ["state"],
    registers: [],
    collect() {
      const { totalCount, idleCount, waitingCount } = pool();
      this.set({ state: "open" }, totalCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
}

function searchGauge(behindSeconds: MetricSources["searchBehindSeconds"]): Gauge {
  return new Gauge({
    name: "cuplaj_search_behind_seconds",
    help: "Age of the oldest entry that is not indexed for search; below 2 while indexing keeps up",
    registers: [],
    collect() {
      this.set(behindSeconds());
    },
  });
}

/** A gauge that keeps its last value while the database is down. */
const storedGauge = (name: string, help: string, read: () => Promise<number>): Gauge =>
  new Gauge({
    ...{ name, help, registers: [] },
    async collect() {
      const known = await read().catch(() => null);
      if (known !== null) this.set(known);
    },
  });

const backlogGauges = (name: string, things: string, read: ReadBacklog): readonly Gauge[] => [
  storedGauge(`cuplaj_${name}_waiting`, `Number of undelivered ${things}`, async () => (await read()).waiting),
  storedGauge(
    `cuplaj_${name}_oldest_seconds`,
    `Age of the oldest of the undelivered ${things}; 0 if there are none`,
    async () => (await read()).oldestSeconds,
  ),
];

function resultCounter(registry: Registry, name: string, help: string): (result: string) => void {
  const results = new Counter({ name, help, labelNames: ["result"], registers: [registry] });
  return (result) => results.inc({ result });
}

/** A number becomes `{name="sockets"}`, a table `{name="closesByCode", key="4200"}`. */
function realtimeGauge(realtime: MetricSources["realtime"]): Gauge<"name" | "key"> {
  return new Gauge({
    name: "cuplaj_realtime",
    help: "Sizes and totals of the realtime server",
    labelNames: ["name", "key"],
    registers: [],
    collect() {
      for (const [name, value] of Object.entries(realtime())) {
        const parts: [string, unknown][] =
          typeof value === "object" && value !== null ? Object.entries(value) : [["", value]];
        for (const [key, amount] of parts) if (typeof amount === "number") this.set({ name, key }, amount);
      }
    },
  });
}
