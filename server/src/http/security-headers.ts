import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** What the headers depend on. */
export interface SecurityHeaderOptions {
  /** Origins of the live connection beside the page's own, such as `wss://chat.example.ro:8443`. */
  readonly liveOrigins: readonly string[];
  /** Pages that may show ours in a frame (`EMBED_ORIGINS`). */
  readonly embedOrigins: readonly string[];
  /** Digests of the inline scripts of our own page, as `'sha256-...'`. */
  readonly inlineScripts: readonly string[];
}

const yearSeconds = 365 * 24 * 3600;
const permissions = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()";

/** Sets the headers that bound what a page may do (RUN-11) on every answer; must come before the routes. */
export function addSecurityHeaders(app: FastifyInstance, options: SecurityHeaderOptions): void {
  const pagePolicy = policyOfPages(options);
  const common = headersOfAll(options.embedOrigins.length > 0);
  app.addHook("onSend", (request, reply, _payload, next) => {
    setUnlessSet(reply, "content-security-policy", policyOf(request, pagePolicy));
    for (const [name, value] of common) setUnlessSet(reply, name, value);
    if (request.protocol === "https") setUnlessSet(reply, "strict-transport-security", `max-age=${yearSeconds}`);
    next();
  });
}

function policyOf(request: FastifyRequest, pagePolicy: string): string {
  if (!request.url.startsWith("/api/")) return pagePolicy;
  return isApiDocs(request) ? docsPolicy : apiPolicy;
}

function headersOfAll(isEmbeddable: boolean): readonly (readonly [string, string])[] {
  return [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "same-origin"],
    ["permissions-policy", permissions],
    ["cross-origin-resource-policy", "same-origin"],
    // A page inside another's frame keeps its way to that page's window.
    ...(isEmbeddable
      ? []
      : ([
          ["cross-origin-opener-policy", "same-origin"],
          ["x-frame-options", "DENY"],
        ] as const)),
  ];
}

function policyOfPages({ liveOrigins, embedOrigins, inlineScripts }: SecurityHeaderOptions): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts].join(" "),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...liveOrigins].join(" "),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embedOrigins.length === 0 ? "'none'" : embedOrigins.join(" ")}`,
  ].join("; ");
}

const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
/** The reading page of the API styles itself inline. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

function isApiDocs(request: FastifyRequest): boolean {
  return /^\/api\/docs(?:\/|$|\?)/u.test(request.url);
}

function setUnlessSet(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) void reply.header(name, value);
}
