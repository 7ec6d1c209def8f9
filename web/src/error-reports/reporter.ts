import { readDsn } from "@cuplaj/protocol/error-reports/dsn.ts";
import {
  errorEnvelope,
  errorKind,
  type ReportOrigin,
  stampOf,
  traceEnvelope,
  type TraceReport,
} from "@cuplaj/protocol/error-reports/envelope.ts";
import { readErrors } from "@cuplaj/protocol/error-reports/read-error.ts";
import { type ReceiverAnswer, ReportQueue } from "@cuplaj/protocol/error-reports/report-queue.ts";

interface ReporterParts {
  readonly dsn: string;
  readonly ownFile: (address: string) => string | null;
  readonly origin: () => ReportOrigin;
  readonly post: (url: string, body: string) => Promise<ReceiverAnswer>;
  readonly now: () => number;
  readonly newId: () => string;
}

export type Reporter = NonNullable<ReturnType<typeof createReporter>>;

/** A minified build does not know which error texts are our own, so reports rely on positions only. */
const isOwnText = (): boolean => false;
const codes: ReadonlySet<string> = new Set();

export function createReporter({ dsn, ownFile, origin, post, now, newId }: ReporterParts) {
  const target = readDsn(dsn);
  if (!target) return null;
  const queue = new ReportQueue({ send: (body) => post(target.url, body), now });
  const stamp = () => stampOf(newId(), now());
  const own = { ownFile: (address: string) => ownFile(address)?.slice(1) ?? null, isOwnText, codes };
  return {
    report: (error: unknown): void =>
      queue.add(() => {
        const report = { errors: readErrors(error, own) };
        return { kind: errorKind(report), body: () => errorEnvelope(report, origin(), stamp()) };
      }),
    trace: (trace: TraceReport): void =>
      queue.add(() => ({
        kind: `${trace.operation} ${origin().route ?? ""}`,
        body: () => traceEnvelope(trace, origin(), stamp()),
      })),
  };
}
