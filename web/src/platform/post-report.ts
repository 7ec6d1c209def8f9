import type { ReceiverAnswer } from "@cuplaj/protocol/error-reports/report-queue.ts";

const answerMsMax = 10_000;

/** Sends a report and nothing that tells who reports: no cookie and no address of the page. */
export async function postReport(url: string, body: string): Promise<ReceiverAnswer> {
  const { status, headers } = await fetch(url, {
    method: "POST",
    body,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // The last error of a page that is being closed leaves too.
    keepalive: true,
    signal: AbortSignal.timeout(answerMsMax),
  });
  // A date counts as nothing said.
  return { status, retryAfterMs: Number(headers.get("Retry-After")) * 1000 || 0 };
}
