import { createHash } from "node:crypto";
import { isSameSignature, sign } from "./channel-auth.ts";
import type { PusherApp } from "./realtime-options.ts";

/** How far a signature's time may differ from ours, as Pusher allows. */
const timestampToleranceMs = 600_000;

/** The signed part of a call. The signature covers the body through its digest in `query`. */
export interface SignedRequest {
  readonly method: string;
  /** Begins with `/apps/`; any prefix added by a proxy or router is not signed. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns null if the signature is valid, otherwise the problem (status 401). The body itself is checked by `isSignedBody`. */
export function signatureProblem(app: PusherApp, request: SignedRequest, nowMs: number): string | null {
  const { method, path, query } = request;
  if (query.get("auth_key") !== app.key) return "Unknown auth_key";
  if (query.get("auth_version") !== "1.0") return "Unsupported auth_version";
  const timestampMs = Number(query.get("auth_timestamp")) * 1000;
  if (!Number.isFinite(timestampMs) || Math.abs(nowMs - timestampMs) > timestampToleranceMs) {
    return "Timestamp expired";
  }
  const expected = sign(app.secret, `${method}\n${path}\n${signedQuery(query)}`);
  return isSameSignature(query.get("auth_signature") ?? "", expected) ? null : "Invalid signature";
}

export function isSignedBody(query: URLSearchParams, body: string): boolean {
  return body === "" || isSameSignature(query.get("body_md5") ?? "", createHash("md5").update(body).digest("hex"));
}

/** Lists all parameters except the signature: keys in lower case and sorted, values unescaped. */
function signedQuery(query: URLSearchParams): string {
  return [...query]
    .map(([key, value]) => [key.toLowerCase(), value] as const)
    .filter(([key]) => key !== "auth_signature")
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
}
