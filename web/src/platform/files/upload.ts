import { readStorageTrouble, storageHeader } from "@cuplaj/protocol/storage-header.ts";
import type { Clock } from "../clock.ts";
import type { HttpOutcome } from "../http.ts";
import { parseJson } from "../storage/parse-json.ts";

export interface UploadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

/** Sends a form with a file; unlike `fetch`, it reports progress. Never rejects. */
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

export const answerOf = (request: XMLHttpRequest): HttpOutcome =>
  request.status === 0
    ? { kind: "timeout" }
    : {
        kind: "answer",
        status: request.status,
        retryAfter: request.getResponseHeader("Retry-After"),
        storageTrouble: readStorageTrouble(request.getResponseHeader(storageHeader)),
        json: parseJson(request.responseText),
      };

/** How long an upload may stall, in ms. The server waits just as long for the next byte. */
const stillMsMax = 60_000;
/** The slowest usable link, bytes per second. Data in the device's buffers is given the time that such a link takes. */
const slowestBytes = 4000;

/** Calls `onStill` for a stalled upload but not for a slow one: data in the device's buffers counts as sent. */
export function watchStill(clock: Clock, onStill: () => void) {
  let cancel = (): void => undefined;
  const moved = (sent: number): void => {
    cancel();
    cancel = clock.later(stillMsMax + (sent / slowestBytes) * 1000, onStill);
  };
  moved(0);
  return { moved, stop: () => cancel() };
}
