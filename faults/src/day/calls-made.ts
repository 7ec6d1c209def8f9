import type { Operation } from "../scanners/openapi.ts";

/** The calls that a server answered with 2xx, as `GET /api/v1/me`, from its metrics. */
export function callsMade(metrics: string): ReadonlySet<string> {
  const counted = metrics.matchAll(/^cuplaj_http_requests_total\{method="(\w+)",route="([^"]*)",status="2\d\d"\} /gmu);
  return new Set([...counted].map(([, method, route]) => `${method} ${route}`));
}

/** The documented calls that nobody made. */
export const uncalled = (
  operations: readonly Pick<Operation, "method" | "path">[],
  made: ReadonlySet<string>,
): string[] =>
  operations
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/gu, ":$1")}`)
    .filter((call) => !made.has(call));
