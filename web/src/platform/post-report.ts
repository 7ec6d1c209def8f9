const answerMsMax = 10_000;
const tooManyRequests = 429;
/** How long a receiver is left alone that asks for it and does not say how long, ms. */
const usualWaitMs = 60_000;

/** Sends a report and nothing that tells who reports: no cookie and no address of the page. Resolves to how long the receiver asks to be left alone, in ms. */
export async function postReport(url: string, body: string): Promise<number> {
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
  if (status !== tooManyRequests) return 0;
  return Number(headers.get("Retry-After")) * 1000 || usualWaitMs;
}
