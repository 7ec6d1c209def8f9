import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Log } from "../kernel/log.ts";
import { refused } from "../kernel/outcome.ts";
import { answerRefused } from "./answer-error.ts";

/** The names that a server is asked for, as `hostNameOf` writes them; null: any. */
export type HostNames = ReadonlySet<string> | null;

/**
 * SEC-9: whether a request names its host once, so that no proxy in front and nothing here can take it for another's. Node keeps
 * the first of several; a request of HTTP/1.0 may name none.
 */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === "1.0");
}

/**
 * SEC-7: whether a request names a host that is none of ours. A page elsewhere whose name an attacker points at this machine would
 * else read what is meant for this machine alone; its browser still says that name.
 */
export function isForeign({ headers: { host } }: Pick<IncomingMessage, "headers">, names: HostNames): boolean {
  // The header itself: a proxy that is believed may name another in `X-Forwarded-Host`. Only HTTP/1.0 has none; no browser speaks it.
  return names !== null && host !== undefined && !names.has(hostNameOf(host));
}

/** SEC-7, SEC-9: answers only requests that name their host once, and one of ours. Must come before the routes. */
export function refuseHosts(app: FastifyInstance, names: HostNames, log: Pick<Log, "warn">): void {
  let isLogged = false;
  app.addHook("onRequest", (request, reply, next) => {
    const isElsewhere = isForeign(request.raw, names);
    if (!isElsewhere && hasOneHost(request.raw)) return next();
    if (isElsewhere && !isLogged)
      log.warn("a request for another host name was refused, and more will be without a word");
    isLogged ||= isElsewhere;
    answerRefused(request, reply, refused("malformed"));
    return undefined;
  });
}

/**
 * The name in a `Host` header as browsers write it, without the port: a forwarded port (`ssh -L`, a container's) is none of ours, and
 * an attacker who points a name at this machine uses the right port anyway. Empty for what is no host.
 */
function hostNameOf(host: string): string {
  return /[@/?#\\]/u.test(host) ? "" : (URL.parse(`http://${host}/`)?.hostname ?? "");
}
