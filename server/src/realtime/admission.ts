import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { closeCodes } from "./close-codes.ts";
import type { AppState } from "./connection.ts";
import { countBy } from "./counters.ts";
import type { RefusalReason } from "./realtime-options.ts";
import type { RealtimeParts } from "./realtime-parts.ts";

const oldestProtocol = 5;
const newestProtocol = 7;
/** Retry delay for an address that has used up its sockets. */
const fullRetrySeconds = 30;

type AdmissionParts = RealtimeParts & { readonly lifecycle: { readonly isDraining: boolean } };

interface RefusedUpgrade {
  readonly status: string;
  readonly reason: RefusalReason;
  readonly retrySeconds?: number;
}

/** Checks an upgrade before the websocket exists (LIVE-1, LIM-1, SEC-1). `open` returns false if the library refuses the handshake. */
export function handleUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  parts: AdmissionParts,
  open: (address: string) => boolean,
): void {
  const address = parts.addressOf(request);
  const refused = refusedUpgrade(request, address, parts);
  if (refused === null && open(address)) return;
  if (refused !== null) {
    countBy(parts.metrics.refusals, refused.reason);
    parts.hooks.onRefused?.({ reason: refused.reason, address, user: null });
    answerRefused(refused, socket);
  }
  if (socket.destroyed) return;
  // The response may be queued behind earlier ones that the peer does not read, so a timer limits the wait.
  const timer = parts.clock.setTimeout(() => socket.destroy(), parts.limits.closeTimeoutMs);
  socket.once("close", () => parts.clock.clearTimeout(timer));
}

/** The app to open the socket for, or the close code that determines how the client proceeds. */
type Admission =
  | { readonly app: AppState }
  | { readonly code: number; readonly message: string; readonly isFull?: true };

/** Checks the app, the protocol version and the capacity (LIVE-8). */
export function admit(url: string, isDraining: boolean, { registry, metrics, limits }: RealtimeParts): Admission {
  const app = registry.appByKey(appKeyOf(url) ?? "");
  if (app === null) return { code: closeCodes.unknownApp, message: "There is no app with this key" };
  const refusal = versionRefusal(new URLSearchParams(url.split("?")[1] ?? "").get("protocol"));
  if (refusal !== null) return refusal;
  if (isDraining) return { code: closeCodes.overCapacity, message: "The server is shutting down" };
  const isFull = metrics.sockets >= limits.socketsMax;
  return isFull ? { code: closeCodes.overCapacity, message: "The server is at its capacity", isFull } : { app };
}

/** Returns why a request is refused. Counts it towards the rate first, since a bad request costs as much as a good one. */
function refusedUpgrade(request: IncomingMessage, address: string, parts: AdmissionParts): RefusedUpgrade | null {
  const { handshakes, counts, cluster, clock, limits, allowedOrigins } = parts;
  // RUN-5: a proxy retries with the next process; that retry must not count towards the address's rate.
  if (parts.lifecycle.isDraining) return { status: "503 Service Unavailable", reason: "leaving", retrySeconds: 1 };
  const waitMs = handshakes.take(address, limits.socketsPerAddressPerMinuteMax, clock.steadyMs());
  if (waitMs > 0) {
    return { status: "429 Too Many Requests", reason: "rate", retrySeconds: Math.ceil(waitMs / 1000) };
  }
  cluster.publish({ kind: "handshake", address });
  if (appKeyOf(request.url ?? "") === null) return { status: "404 Not Found", reason: "path" };
  if (!isOriginAllowed(request.headers.origin, allowedOrigins)) return { status: "403 Forbidden", reason: "origin" };
  if (counts.ofAddress(address) < limits.socketsPerAddressMax) return null;
  return { status: "429 Too Many Requests", reason: "sockets", retrySeconds: fullRetrySeconds };
}

function answerRefused({ status, retrySeconds }: RefusedUpgrade, socket: Duplex): void {
  const retry = retrySeconds === undefined ? "" : `Retry-After: ${retrySeconds}\r\n`;
  socket.on("error", () => socket.destroy());
  // SEC-1: the HTTP server has released this socket, so nothing else would close it.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}\r\n`);
}

function appKeyOf(url: string): string | null {
  return /^\/app\/([^/?#]+)(?:[?#]|$)/.exec(url)?.[1] ?? null;
}

/** Whether the origin is allowed. A missing origin is allowed, since only browsers send one, and a socket by itself has no identity. */
function isOriginAllowed(origin: string | undefined, allowed: "any" | readonly string[]): boolean {
  if (origin === undefined || allowed === "any") return true;
  return allowed.some((each) => each.toLowerCase() === origin.toLowerCase());
}

function versionRefusal(version: string | null): Admission | null {
  if (version === null) return { code: closeCodes.noVersion, message: "The protocol version is missing" };
  if (!/^\d{1,4}$/.test(version)) {
    return { code: closeCodes.malformedVersion, message: "The protocol version is no number" };
  }
  if (Number(version) >= oldestProtocol && Number(version) <= newestProtocol) return null;
  const message = `Protocol versions ${oldestProtocol} to ${newestProtocol} are supported`;
  return { code: closeCodes.unsupportedVersion, message };
}
