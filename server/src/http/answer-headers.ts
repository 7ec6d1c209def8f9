import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isEmbeddedPage } from "./embedded-page.ts";

interface AnswerHeaderOptions {
  /** What our page may call beside its own origin: the live connection, such as `wss://chat.example.ro:8443`, and who gets error reports. */
  readonly calledOrigins: readonly string[];
  /** Whose pages may show ours in a frame (`EMBED_ORIGINS`). */
  readonly embedOrigins: readonly string[];
  /** Digests of the inline scripts of our own page, as `'sha256-...'`. */
  readonly inlineScripts: readonly string[];
  /** The same of its inline styles. */
  readonly inlineStyles: readonly string[];
  /** People come over TLS alone, whatever this process sees of it (`PUBLIC_URL` is https). */
  readonly isPublicSecure: boolean;
}

interface AnsweredRequest {
  /** Path and query; empty where nobody could read them. */
  readonly url: string;
  readonly requestId: string;
  readonly isSecure: boolean;
}

/** Names each header of an answer (RUN-11, SEC-9), in lower case; those that the answer has set itself stay. */
export type AnswerHeaders = (to: AnsweredRequest, set: (name: string, value: string) => void) => void;

const yearSeconds = 365 * 24 * 3600;
const permissions = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()";

/** The headers of every answer: they bound what a page may do, keep answers out of caches, and name the request. */
export function createAnswerHeaders(options: AnswerHeaderOptions): AnswerHeaders {
  const pagePolicy = policyOfPages(options, "'none'");
  const embeddedPolicy = policyOfPages(options, options.embedOrigins.join(" "));
  return ({ url, requestId, isSecure }, set) => {
    // EMB-1: only what a person sees in a frame stands in one.
    const isEmbedded = options.embedOrigins.length > 0 && isEmbeddedPage(url);
    set("content-security-policy", isEmbedded ? embeddedPolicy : policyOf(url, pagePolicy));
    // EMB-4g: hosts' pages load the loader.
    const isForHosts = options.embedOrigins.length > 0 && url.split("?")[0] === "/embed.js";
    set("cross-origin-resource-policy", isForHosts ? "cross-origin" : "same-origin");
    for (const [name, value] of headersOfAll) set(name, value);
    if (!isEmbedded) set("x-frame-options", "DENY");
    if (isSecure || options.isPublicSecure) set("strict-transport-security", `max-age=${yearSeconds}`);
    set("cache-control", "no-store");
    set("x-request-id", requestId);
  };
}

/** Adds the headers to every answer of the routes that are declared after it. */
export function addAnswerHeaders(app: FastifyInstance, headers: AnswerHeaders): void {
  app.addHook("onSend", (request, reply, _payload, next) => {
    setAnswerHeaders(headers, request, reply);
    next();
  });
}

/** Sets the headers of one answer that passes through no hook. */
export function setAnswerHeaders(headers: AnswerHeaders, request: FastifyRequest, reply: FastifyReply): void {
  headers({ url: request.url, requestId: request.id, isSecure: request.protocol === "https" }, (name, value) => {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  });
}

/** The worker that reads HEIC by WebAssembly: it alone may compile any, and touches no page. */
const decodesPictures = /^\/assets\/picture-worker-[^/]*$/u;

function policyOf(url: string, pagePolicy: string): string {
  if (decodesPictures.test(url)) return pagePolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
  if (url !== "" && !isCallUrl(url)) return pagePolicy;
  return /^\/api\/docs(?:\/|$|\?)/u.test(url) ? docsPolicy : apiPolicy;
}

/** Whether an address belongs to the API, whether it is a known call or not. */
export function isCallUrl(url: string): boolean {
  return url.startsWith("/api/") || url === "/api" || url.startsWith("/api?");
}

const headersOfAll = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "same-origin"],
  ["permissions-policy", permissions],
  // A page in a frame keeps its way to the host's window: this is about windows alone.
  ["cross-origin-opener-policy", "same-origin"],
] as const;

function policyOfPages(
  { calledOrigins, inlineScripts, inlineStyles }: AnswerHeaderOptions,
  /** Whose pages may show it in a frame. */
  ancestors: string,
): string {
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
/** The page at `/api/docs` has inline styles. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
