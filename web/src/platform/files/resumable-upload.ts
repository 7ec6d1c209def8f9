import { DetailedError, Upload } from "tus-js-client";
import type { HttpOutcome } from "../http.ts";
import { watchStill, answerOf, type UploadRequest } from "./upload.ts";

interface ResumableUpload extends UploadRequest {
  readonly bytes: Blob;
  readonly name: string;
  readonly url: string | null;
  /** Called with the upload's address once it is known, and again if a new upload replaces a lost one. */
  readonly onUrl: (url: string) => void;
}

/** Statuses of conflicts, locks, and aborts by another request. They do not concern the file: the next attempt asks for the offset. */
const passing: readonly number[] = [409, 423, 460];

/** Statuses of an upload that the server has swept or refused: it starts over. */
const gone: readonly number[] = [403, 404, 410];

/** Uploads a file by tus from its current offset; returns the upload's address as `{ url }`. Never rejects. */
export async function sendParts(request: ResumableUpload): Promise<HttpOutcome> {
  const outcome = await sendFrom(request);
  const isGone = request.url !== null && outcome.kind === "answer" && gone.includes(outcome.status);
  return isGone ? sendFrom({ ...request, url: null }) : outcome;
}

function sendFrom(given: ResumableUpload): Promise<HttpOutcome> {
  const { bytes, name, url, onUrl, path, headers, clock, signal, onSent } = given;
  return new Promise((resolve) => {
    const abort = (): void => end({ kind: "timeout" });
    const watch = watchStill(clock, abort);
    function end(outcome: HttpOutcome): void {
      watch.stop();
      signal.removeEventListener("abort", abort);
      resolve(outcome);
      void upload.abort();
    }
    const upload = new Upload(bytes, {
      // A resumed upload gets no endpoint: with one, the library would start over after any failure, even a temporary one.
      endpoint: url === null ? path : null,
      uploadUrl: url,
      metadata: { filename: name, filetype: bytes.type },
      headers: { ...headers },
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        if (url === null && upload.url !== null) onUrl(upload.url);
      },
      onProgress: (sent) => {
        watch.moved(sent);
        onSent(sent);
      },
      onError: (error) => end(outcomeOf(error)),
      onSuccess: () => end({ kind: "answer", status: 200, retryAfter: null, json: { url: upload.url } }),
    });
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    else upload.start();
  });
}

function outcomeOf(error: Error | DetailedError): HttpOutcome {
  const request: unknown = error instanceof DetailedError ? error.originalRequest?.getUnderlyingObject() : null;
  if (!(request instanceof XMLHttpRequest) || passing.includes(request.status)) return { kind: "timeout" };
  return answerOf(request);
}

export const removeUpload = (url: string, headers: UploadRequest["headers"]): Promise<void> =>
  Upload.terminate(url, { headers: { ...headers }, retryDelays: [] });
