import { randomUUID } from "node:crypto";
import serverPackage from "../../package.json" with { type: "json" };
import { createErrorReporter, type ErrorReporter } from "../error-reports/error-reporter.ts";
import { createOwnSource } from "../error-reports/own-source.ts";
import type { Clock } from "../kernel/clock.ts";
import { createPost } from "../kernel/post.ts";
import type { Config } from "../settings/config.ts";

/** REP-1: returns null if errors are not reported. */
export function wireErrorReports({ errorReports }: Pick<Config, "errorReports">, clock: Clock): ErrorReporter | null {
  if (errorReports === null) return null;
  return createErrorReporter({
    url: new URL(errorReports.url),
    // The operator has chosen the receiver, so it may be in a private network.
    post: createPost({ isPrivateAllowed: true, clock, isReused: true }),
    own: createOwnSource(),
    version: serverPackage.version,
    newId: randomUUID,
    clock,
  });
}
