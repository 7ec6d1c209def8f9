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
  const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
  const isEmbeddable = options.embedOrigins.length > 0;
  app.addHook("onSend", async (request, reply) => {
    const isApi = request.url.startsWith("/api/") && !isApiDocs(request);
    setUnlessSet(reply, "Content-Security-Policy", isApi ? apiPolicy : isApiDocs(request) ? docsPolicy : pagePolicy);
    setUnlessSet(reply, "X-Content-Type-Options", "nosniff");
    setUnlessSet(reply, "Referrer-Policy", "same-origin");
    setUnlessSet(reply, "Permissions-Policy", permissions);
    setUnlessSet(reply, "Cross-Origin-Resource-Policy", "same-origin");
    // A page inside another's frame keeps its way to that page's window.
    if (!isEmbeddable) {
      setUnlessSet(reply, "Cross-Origin-Opener-Policy", "same-origin");
      setUnlessSet(reply, "X-Frame-Options", "DENY");
    }
    if (request.protocol === "https") setUnlessSet(reply, "Strict-Transport-Security", `max-age=${yearSeconds}`);
  });
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

/** The reading page of the API styles itself inline. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

function isApiDocs(request: FastifyRequest): boolean {
  return /^\/api\/docs(?:\/|$|\?)/u.test(request.url);
}

function setUnlessSet(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) void reply.header(name, value);
}
