import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type Clock, momentMs } from "./clock.ts";
import { isPublicAddress, PrivateAddress, publicLookup } from "./public-address.ts";

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

interface PostParts {
  /** Whether private, loopback and link-local addresses are allowed. */
  readonly isPrivateAllowed: boolean;
  readonly clock: Clock;
  readonly lookup?: LookupFunction;
  /** Whether connections are kept alive for later requests; otherwise each request opens its own. */
  readonly isReused?: boolean;
}

/** Shorter than the time for which servers usually keep idle connections open. */
const reusedMs = 4000;

/** Time limit for a whole request: DNS, connection, TLS and response. */
const requestMsMax = 10_000;
/** Most bytes read from a response. They are discarded, but some servers do not finish unless they are read. */
const answerBytesMax = 1024;

/** Creates a `Post` that checks the address of each connection, follows no redirects, and ignores errors after the status. */
export function createPost({ isPrivateAllowed, clock, lookup = systemLookup, isReused = false }: PostParts): Post {
  const usedLookup = isPrivateAllowed ? lookup : publicLookup(lookup);
  const reused = { keepAlive: true, timeout: reusedMs };
  const agents = isReused ? { http: new HttpAgent(reused), https: new HttpsAgent(reused) } : null;
  return async (outgoing, signal) => {
    const host = outgoing.url.hostname.replaceAll(/^\[|\]$/gu, "");
    if (!isPrivateAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress();
    return await answerOf(outgoing, { signal, lookup: usedLookup, clock, agents });
  };
}

interface AnswerParts {
  readonly signal: AbortSignal | undefined;
  readonly lookup: LookupFunction;
  readonly clock: Clock;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent } | null;
}

function answerOf(
  { url, headers, body }: OutgoingRequest,
  { signal, lookup, clock, agents }: AnswerParts,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isSecure = url.protocol === "https:";
  const request = isSecure ? requestHttps : requestHttp;
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    agent: agents === null ? false : isSecure ? agents.https : agents.http,
    autoSelectFamily: true,
    lookup,
    ...(signal && { signal }),
    // Takes precedence over NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
  } as const;
  let answer: Answer | null = null;
  const sent = request(url, options, (response) => {
    answer = { status: response.statusCode ?? 0, retryAfterMs: waitOf(response.headers["retry-after"], clock.now()) };
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > answerBytesMax) response.destroy();
    });
    response.on("error", () => undefined);
  });
  const settle = (error: Error): void => (answer === null ? reject(error) : resolve(answer));
  const timer = clock.setTimeout(() => sent.destroy(new Error("no answer in time")), requestMsMax);
  sent.on("error", settle);
  sent.once("close", () => {
    clock.clearTimeout(timer);
    settle(new Error("the connection ended without an answer"));
  });
  sent.end(body);
  return promise;
}

/** Parses `Retry-After`: seconds or an HTTP date. */
function waitOf(retryAfter: string | undefined, nowMs: number): number {
  if (retryAfter === undefined) return 0;
  const waitMs = /^\d{1,9}$/u.test(retryAfter) ? Number(retryAfter) * 1000 : (momentMs(retryAfter) ?? nowMs) - nowMs;
  return Math.max(0, waitMs);
}
