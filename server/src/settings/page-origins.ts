import { isLoopbackHost } from "./settings.ts";

export interface Reach {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number | null;
  /** The public origin; null if the server has only its own address. */
  readonly publicUrl: string | null;
}

export function addressToOpen(reach: Reach): string {
  return `${reach.publicUrl ?? ownOrigins(reach)[0] ?? ""}/`;
}

/** The origins of our pages. Only these and explicitly allowed ones may open live connections. */
export function pageOrigins(reach: Reach): readonly string[] {
  if (reach.publicUrl === null) return ownOrigins(reach);
  const { hostname } = new URL(reach.publicUrl);
  const direct = reach.tlsPort === null ? [] : [`https://${hostname}:${reach.tlsPort}`];
  return [...new Set([reach.publicUrl, ...direct, ...ownOrigins(reach)])];
}

/** Converts origins to `ws:` and `wss:`. Leaves out IPv6 addresses, which a policy cannot name and `'self'` covers. */
export function liveOrigins(origins: readonly string[]): readonly string[] {
  return origins.filter((origin) => !origin.includes("[")).map((origin) => origin.replace(/^http/u, "ws"));
}

/** SEC-7: host names of a loopback server: its own, and those of `PUBLIC_URL` and allowed origins. Null (any) if others can reach the server. */
export function hostNames(reach: Reach, allowedOrigins: readonly string[]): ReadonlySet<string> | null {
  if (!isLoopbackHost(reach.host)) return null;
  return new Set([...pageOrigins(reach), ...allowedOrigins].map((origin) => new URL(origin).hostname));
}

/** A loopback server has all names of this machine; any other has only its public name. */
function ownOrigins({ host, port, tlsPort }: Reach): readonly string[] {
  const own = host.includes(":") ? `[${host}]` : host;
  const names = isLoopbackHost(host) ? [...new Set([own, "localhost", "127.0.0.1", "[::1]"])] : [];
  const secure = tlsPort === null ? [] : names.map((name) => `https://${name}:${tlsPort}`);
  return [...secure, ...names.map((name) => `http://${name}:${port}`)].map((origin) => new URL(origin).origin);
}
