import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { errorEnvelope, errorKind, stampOf } from "@cuplaj/protocol/error-reports/envelope.ts";
import { type OwnCode, readErrors } from "@cuplaj/protocol/error-reports/read-error.ts";
import { ReportQueue } from "@cuplaj/protocol/error-reports/report-queue.ts";
import { type Clock, withTimeout } from "../kernel/clock.ts";
import type { LoggedFailure } from "../kernel/log.ts";
import type { Answer, Post } from "../kernel/post.ts";

interface ErrorReporterParts {
  readonly url: URL;
  readonly post: Post;
  readonly own: OwnCode;
  readonly version: string;
  readonly newId: () => string;
  readonly clock: Clock;
}

/** REP-1: reports logged errors. */
export interface ErrorReporter {
  /** Returns at once and never throws. */
  readonly note: (failure: LoggedFailure) => void;
  /** Waits briefly for reports in flight. */
  readonly stop: () => Promise<void>;
}

const lastReportsMs = 1500;

const routes: ReadonlySet<unknown> = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));
const isRoute = (route: unknown): route is string => routes.has(route);

export function createErrorReporter(parts: ErrorReporterParts): ErrorReporter {
  const { clock, version, newId } = parts;
  const queue = new ReportQueue({ send: (body) => sendReport(body, parts), now: () => clock.steadyMs() });
  return {
    note: (failure) =>
      queue.add(() => {
        const report = reportOf(failure, parts.own);
        const route = isRoute(failure.route) ? failure.route : undefined;
        return {
          kind: errorKind(report),
          body: () => errorEnvelope(report, { part: "server", version, route }, stampOf(newId(), clock.now())),
        };
      }),
    stop: () => withTimeout(queue.settled(), lastReportsMs, clock),
  };
}

function reportOf({ thrown, sentence, logged }: LoggedFailure, own: OwnCode) {
  const line = readErrors(logged, own);
  const errors = thrown === undefined ? line : readErrors(thrown, own);
  // The source file that contains the sentence appears in one of the two stacks.
  const files = [...line, ...errors].flatMap(({ frames }) => frames.map(({ file }) => file));
  return {
    errors,
    sentence: typeof sentence === "string" && own.isOwnText(sentence, files) ? sentence : null,
  };
}

function sendReport(body: string, { url, post, version }: ErrorReporterParts): Promise<Answer> {
  const headers = { "content-type": "application/x-sentry-envelope", "user-agent": `Cuplaj/${version}` };
  return post({ url, headers, body });
}
