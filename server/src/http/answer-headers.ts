import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { storageHeader, type StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import { isEmbeddedPage } from "./embedded-page.ts";

interface AnswerHeaderOptions {
  /** Other origins that the page connects to: the live connection (`wss://chat.example.ro:8443`) and the receiver of error reports. */
  readonly calledOrigins: readonly string[];
  /** Origins that may frame our pages (`EMBED_ORIGINS`). */
  readonly embedOrigins: readonly string[];
  /** Digests of the page's inline scripts, as `'sha256-...'`. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  /** Whether people connect only over TLS, even if a proxy terminates it before this process (`PUBLIC_URL` is https). */
  readonly isPublicSecure: boolean;
  /** OPS-6a: Why no file can be stored; null if files can. */
  readonly storageTrouble: () => StorageTrouble | null;
}

interface AnsweredRequest {
  /** Path and query; empty if the request is unreadable. */
  readonly url: string;
  readonly requestId: string;
  readonly isSecure: boolean;
}

/** Passes each header (RUN-11, SEC-9) in lower case to `set`; headers that are already set take precedence. */
export type AnswerHeaders = (to: AnsweredRequest, set: (name: string, value: string) => void) => void;

const yearSeconds = 365 * 24 * 3600;
const permissions = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()";

/** Creates the headers of every response. They restrict pages, prevent caching, and carry the request id. */
export function createAnswerHeaders(options: AnswerHeaderOptions): AnswerHeaders {
  const pagePolicy = policyOfPages(options, "'none'");
  const embeddedPolicy = policyOfPages(options, options.embedOrigins.join(" "));
  return ({ url, requestId, isSecure }, set) => {
    // EMB-1: only pages meant for frames may be framed.
    const isEmbedded = options.embedOrigins.length > 0 && isEmbeddedPage(url);
    set("content-security-policy", isEmbedded ? embeddedPolicy : policyOf(url, pagePolicy));
    set("cross-origin-resource-policy", isForHosts(url, options) ? "cross-origin" : "same-origin");
    for (const [name, value] of headersOfAll) set(name, value);
    if (!isEmbedded) set("x-frame-options", "DENY");
    if (isSecure || options.isPublicSecure) set("strict-transport-security", `max-age=${yearSeconds}`);
    set("cache-control", "no-store");
    set("x-request-id", requestId);
    const trouble = options.storageTrouble();
    if (trouble !== null && isCallUrl(url)) set(storageHeader, trouble);
  };
}

/** EMB-4g: whether the URL is that of the embed loader, which the pages of hosts load. */
const isForHosts = (url: string, { embedOrigins }: AnswerHeaderOptions): boolean =>
  embedOrigins.length > 0 && url.split("?")[0] === "/embed.js";

/** Adds the headers to responses of routes that are declared afterwards. */
export function addAnswerHeaders(app: FastifyInstance, headers: AnswerHeaders): void {
  app.addHook("onSend", (request, reply, _payload, next) => {
    setAnswerHeaders(headers, request, reply);
    next();
  });
}

export function setAnswerHeaders(headers: AnswerHeaders, request: FastifyRequest, reply: FastifyReply): void {
  headers({ url: request.url, requestId: request.id, isSecure: request.protocol === "https" }, (name, value) => {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  });
}

/** The worker that decodes HEIC may compile WebAssembly; nothing else may. */
const decodesPictures = /^\/assets\/picture-worker-[^/]*$/u;

function policyOf(url: string, pagePolicy: string): string {
  if (decodesPictures.test(url)) return pagePolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
  if (url !== "" && !isCallUrl(url)) return pagePolicy;
  return /^\/api\/docs(?:\/|$|\?)/u.test(url) ? docsPolicy : apiPolicy;
}

/** Whether the URL belongs to the API, even for an unknown call. */
export function isCallUrl(url: string): boolean {
  return url.startsWith("/api/") || url === "/api" || url.startsWith("/api?");
}

const headersOfAll = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", permissions],
  // Framed pages can still reach the host's window, since this header affects only top-level windows.
  ["cross-origin-opener-policy", "same-origin"],
] as const;

function policyOfPages({ calledOrigins, inlineScripts, inlineStyles }: AnswerHeaderOptions, ancestors: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts].join(" "),
    ["style-src 'self'", ...inlineStyles].join(" "),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...calledOrigins].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
