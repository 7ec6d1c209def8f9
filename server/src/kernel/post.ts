import { type Clock, momentMs } from "./clock.ts";
import { createExchange, type OutgoingParts } from "./outgoing.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  /** Delay (ms) that the server requests before a retry; 0 if it requests none. */
  readonly retryAfterMs: number;
}

/** Sends one request, unless `signal` aborts it; rejects if no response arrives. */
export type Post = (request: OutgoingRequest, signal?: AbortSignal) => Promise<Answer>;

const requestMsMax = 10_000;
/** Most bytes read from a response. They are discarded, but some servers do not finish unless they are read. */
const answerBytesMax = 1024;

/** Creates a `Post` that ignores errors after the status. */
export function createPost(parts: OutgoingParts): Post {
  const exchange = createExchange(parts, requestMsMax);
  return async (request, signal) => {
    const answers: Answer[] = [];
    const ended = exchange(
      { method: "POST", ...request },
      (response) => {
        const { statusCode = 0, headers } = response;
        answers.push({ status: statusCode, retryAfterMs: waitOf(headers["retry-after"], parts.clock) });
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > answerBytesMax) response.destroy();
        });
      },
      signal,
    );
    await ended.catch((error: unknown) => {
      if (answers.length === 0) throw error;
    });
    const [answer] = answers;
    if (answer === undefined) throw new Error("the connection ended without an answer");
    return answer;
  };
}

/** Parses `Retry-After`: seconds or an HTTP date. */
function waitOf(retryAfter: string | undefined, clock: Clock): number {
  if (retryAfter === undefined) return 0;
  const nowMs = clock.now();
  const waitMs = /^\d{1,9}$/u.test(retryAfter) ? Number(retryAfter) * 1000 : (momentMs(retryAfter) ?? nowMs) - nowMs;
  return Math.max(0, waitMs);
}
