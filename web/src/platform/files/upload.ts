import type { Clock } from "../clock.ts";
import type { HttpOutcome } from "../http.ts";
import { parseJson } from "../storage/parse-json.ts";
import { watchStill } from "../page/still-watch.ts";

/** What any upload is made with. */
export interface UploadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Ends it; what was sent may have arrived. */
  readonly signal: AbortSignal;
  /** The bytes sent so far. */
  readonly onSent: (bytes: number) => void;
}

/** Sends a form with a file. Unlike `fetch`, the browser tells how far it is. Never rejects. */
export function sendForm(
  { path, headers, clock, signal, onSent }: UploadRequest,
  form: FormData,
): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = (): void => end({ kind: "timeout" });
    const watch = watchStill(clock, abort);
    function end(outcome: HttpOutcome): void {
      watch.stop();
      signal.removeEventListener("abort", abort);
      resolve(outcome);
      // Nothing happens to one that is over.
      request.abort();
    }
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => {
      watch.moved(loaded);
      onSent(loaded);
    });
    request.addEventListener("load", () => end(answerOf(request)));
    request.addEventListener("error", abort);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    else request.send(form);
  });
}

/** The answer of a request that is over. */
export const answerOf = (request: XMLHttpRequest): HttpOutcome =>
  request.status === 0
    ? { kind: "timeout" }
    : {
        kind: "answer",
        status: request.status,
        retryAfter: request.getResponseHeader("Retry-After"),
        json: parseJson(request.responseText),
      };
