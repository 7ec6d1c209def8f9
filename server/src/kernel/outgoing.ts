import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Clock } from "./clock.ts";
import { isPublicAddress, PrivateAddress, publicLookup } from "./public-address.ts";

export interface OutgoingParts {
  /** Whether private, loopback and link-local addresses are allowed. */
  readonly isPrivateAllowed: boolean;
  readonly clock: Clock;
  readonly lookup?: LookupFunction;
  /** Whether connections are kept alive for later requests; otherwise each request opens its own. */
  readonly isReused?: boolean;
}

interface Outgoing {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** Sends one request; resolves when its connection ends, or rejects with the reason for which it failed. `signal` aborts it. */
type Exchange = (
  request: Outgoing,
  onAnswer: (response: IncomingMessage) => void,
  signal?: AbortSignal,
) => Promise<void>;

/** Shorter than the time for which servers usually keep idle connections open. */
const reusedMs = 4000;

/** Creates an `Exchange` that checks the address of each connection and follows no redirects. `msMax` limits DNS, connection, TLS and response together. */
export function createExchange(
  { isPrivateAllowed, clock, lookup = systemLookup, isReused = false }: OutgoingParts,
  msMax: number,
): Exchange {
  const usedLookup = isPrivateAllowed ? lookup : publicLookup(lookup);
  const reused = { keepAlive: true, timeout: reusedMs };
  const agents = isReused ? { http: new HttpAgent(reused), https: new HttpsAgent(reused) } : null;
  return async ({ method, url, headers, body }, onAnswer, signal) => {
    const host = url.hostname.replaceAll(/^\[|\]$/gu, "");
    if (!isPrivateAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isSecure = url.protocol === "https:";
    const request = isSecure ? requestHttps : requestHttp;
    const options = {
      method,
      headers: body === null ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
      agent: agents === null ? false : isSecure ? agents.https : agents.http,
      autoSelectFamily: true,
      lookup: usedLookup,
      ...(signal && { signal }),
      // Takes precedence over NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
    } as const;
    const sent = request(url, options, (response) => {
      response.on("error", () => undefined);
      onAnswer(response);
    });
    const timer = clock.setTimeout(() => sent.destroy(new Error("no answer in time")), msMax);
    sent.on("error", reject);
    sent.once("close", () => {
      clock.clearTimeout(timer);
      resolve();
    });
    sent.end(body ?? undefined);
    await promise;
  };
}
