import { createApiClient } from "../../api/api-client.ts";
import { createReporter, type Reporter } from "../../error-reports/reporter.ts";
import { browserFamily, postReport } from "../../platform/report-facts.ts";
import type { Clock } from "../../platform/clock.ts";
import { sendHttp } from "../../platform/http.ts";
import { keepErrors } from "../../platform/noted-errors.ts";
import { newId } from "../../platform/page/page.ts";
import { WaitAgain } from "./worker-api.ts";
import type { WorkerScope } from "./worker-scope.ts";

export function reportFromWorker(scope: WorkerScope, clock: Clock): void {
  const errors = keepErrors(scope);
  let isAsked = false;
  const begin = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    const reporter = await reporterOf(scope, clock);
    if (reporter === undefined) isAsked = false;
    else errors.take((error) => (isBug(error) ? reporter?.report(error) : undefined));
  };
  const beginFor = (error: unknown): void => (isBug(error) ? void begin() : undefined);
  scope.addEventListener("error", ({ error }) => beginFor(error));
  scope.addEventListener("unhandledrejection", ({ reason }) => beginFor(reason));
}

const isBug = (error: unknown): boolean => !(error instanceof WaitAgain);

/** The reporter; null if reporting is off, undefined if the server did not respond. */
async function reporterOf(scope: WorkerScope, clock: Clock): Promise<Reporter | null | undefined> {
  const api = createApiClient({ send: sendHttp, token: () => null, language: () => "ro", onRejected: () => undefined });
  const settings = await api.call("settings");
  if (!settings.ok) return undefined;
  const { sentry_dsn: dsn, version } = settings.value;
  return createReporter({
    dsn: dsn ?? "",
    ownFile: (address) => (address === `${scope.location.origin}${workerPath}` ? workerPath : null),
    origin: () => ({ part: "worker", version, browser: browserFamily() }),
    post: postReport,
    now: clock.now,
    newId,
  });
}

const workerPath = "/sw.js";
