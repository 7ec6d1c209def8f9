import type { Operation } from "../scanners/openapi.ts";
import type { Metrics } from "./metrics.ts";

/** Reads from a server's metrics which calls it has answered with 2xx, such as `GET /api/v1/me`. */
export function callsMade(metrics: Metrics): ReadonlySet<string> {
  const counted = /^cuplaj_http_requests_total\{method="(\w+)",route="([^"]*)",status="2\d\d"\}$/u;
  return new Set([...metrics.keys()].flatMap((name) => counted.exec(name)?.slice(1, 3).join(" ") ?? []));
}

/** The documented calls that nobody has made. */
export const uncalled = (
  operations: readonly Pick<Operation, "method" | "path">[],
  made: ReadonlySet<string>,
): string[] =>
  operations
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/gu, ":$1")}`)
    .filter((call) => !made.has(call));
