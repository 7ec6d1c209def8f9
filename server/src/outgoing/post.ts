import { lookup as systemLookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Clock } from "../kernel/clock.ts";
import { isPublicAddress, PrivateAddress, publicLookup } from "./public-address.ts";

/** What is sent to a server that is not ours. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request and answers its status; rejects where none came. */
export type Post = (request: OutgoingRequest, signal: AbortSignal) => Promise<number>;

interface PostParts {
  /** Whether private, loopback and link-local addresses are called too. */
  readonly isPrivateAllowed: boolean;
  readonly clock: Clock;
  readonly lookup?: LookupFunction;
}

/** Longest time for all of a request: name, connection, TLS and answer. */
const requestMsMax = 10_000;
/** What is read of an answer, for whose writing the other side may want its reader. */
const answerBytesMax = 1024;

/**
 * Calls servers that are not ours, each time over a connection of its own. A redirect is an answer like any other. The status is all that
 * counts of an answer; once it is there, nothing that follows changes the outcome.
 */
export function createPost({ isPrivateAllowed, clock, lookup = systemLookup }: PostParts): Post {
  const usedLookup = isPrivateAllowed ? lookup : publicLookup(lookup);
  return async (outgoing, signal) => {
    const host = outgoing.url.hostname.replaceAll(/^\[|\]$/gu, "");
    if (!isPrivateAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress();
    return await answerOf(outgoing, signal, { lookup: usedLookup, clock });
  };
}

function answerOf(
  { url, headers, body }: OutgoingRequest,
  signal: AbortSignal,
  { lookup, clock }: { readonly lookup: LookupFunction; readonly clock: Clock },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    agent: false,
    autoSelectFamily: true,
    lookup,
    signal,
    // Holds also where the environment says otherwise.
    rejectUnauthorized: true,
  } as const;
  let status: number | null = null;
  const sent = request(url, options, (response) => {
    status = response.statusCode ?? 0;
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > answerBytesMax) response.destroy();
    });
    response.on("error", () => undefined);
  });
  const settle = (error: Error): void => (status === null ? reject(error) : resolve(status));
  const timer = clock.setTimeout(() => sent.destroy(new Error("no answer in time")), requestMsMax);
  sent.on("error", settle);
  sent.once("close", () => {
    clock.clearTimeout(timer);
    settle(new Error("the connection ended without an answer"));
  });
  sent.end(body);
  return promise;
}
