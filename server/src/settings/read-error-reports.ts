import { readDsn, type ReportTarget } from "@cuplaj/protocol/error-reports/dsn.ts";
import { isLoopbackHost, type ReadSetting, secret } from "./settings.ts";

export interface ErrorReports extends ReportTarget {
  readonly dsn: string;
}

export function readErrorReports(read: ReadSetting, host: string): ErrorReports | null {
  const isAllowed = (target: ReportTarget | null): boolean =>
    target !== null &&
    URL.canParse(target.url) &&
    (target.origin.startsWith("https:") || (isLoopbackHost(host) && isHere(target)));
  const dsn = read(
    "SENTRY_DSN",
    secret(
      "a DSN such as https://key@errors.example.ro/1, with plain http only to this machine while HOST is loopback",
      (given) => isAllowed(readDsn(given)),
    ),
    "Sentry or compatible service for errors of pages and server.",
  );
  const target = dsn === null ? null : readDsn(dsn);
  return dsn === null || target === null ? null : { dsn, ...target };
}

const isHere = ({ origin }: ReportTarget): boolean => isLoopbackHost(new URL(origin).hostname);
