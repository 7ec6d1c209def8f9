import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Log } from "../kernel/log.ts";
import { refused } from "../kernel/outcome.ts";
import { answerRefused } from "./answer-error.ts";

/** Accepted host names, as `hostNameOf` returns them; null accepts any. */
export type HostNames = ReadonlySet<string> | null;

/** SEC-9: proxies must never read a different host than this server does. Node uses the first of several; only HTTP/1.0 may omit it. */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === "1.0");
}

/** SEC-7: prevents DNS rebinding: a page whose name an attacker points at this machine still sends that name. */
export function isForeign({ headers: { host } }: Pick<IncomingMessage, "headers">, names: HostNames): boolean {
  // `X-Forwarded-Host` is ignored, since a trusted proxy may set it. Only HTTP/1.0 may omit `Host`, and browsers do not use it.
  return names !== null && host !== undefined && !names.has(hostNameOf(host));
}

/** SEC-7, SEC-9: refuses requests without exactly one accepted host. Register it before the routes. */
export function refuseHosts(app: FastifyInstance, names: HostNames, log: Pick<Log, "warn">): void {
  let isLogged = false;
  app.addHook("onRequest", (request, reply, next) => {
    const isElsewhere = isForeign(request.raw, names);
    if (!isElsewhere && hasOneHost(request.raw)) return next();
    if (isElsewhere && !isLogged)
      log.warn("a request for an unknown host name was refused; further ones are not logged");
    isLogged ||= isElsewhere;
    answerRefused(request, reply, refused("malformed"));
    return undefined;
  });
}

/** Empty if the host is invalid. Ignores the port, which may be forwarded (`ssh -L`, containers), and which an attacker would get right anyway. */
function hostNameOf(host: string): string {
  return /[@/?#\\]/u.test(host) ? "" : (URL.parse(`http://${host}/`)?.hostname ?? "");
}
