import { isLoopbackHost } from "./settings.ts";

/** Where the server can be reached. */
export interface Reach {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number | null;
  /** Origin, or null where the server is only known by its own address. */
  readonly publicUrl: string | null;
}

/** The one address that people open. */
export function addressToOpen(reach: Reach): string {
  return `${reach.publicUrl ?? ownOrigins(reach)[0] ?? ""}/`;
}

/** The origins our own pages may come from: only these may open live connections, besides those that are allowed by name. */
export function pageOrigins(reach: Reach): readonly string[] {
  if (reach.publicUrl === null) return ownOrigins(reach);
  const { hostname } = new URL(reach.publicUrl);
  const direct = reach.tlsPort === null ? [] : [`https://${hostname}:${reach.tlsPort}`];
  return [...new Set([reach.publicUrl, ...direct, ...ownOrigins(reach)])];
}

/**
 * The same origins as `ws:` and `wss:`; IPv6 addresses are left out, because a policy cannot name them and `'self'` covers them.
 */
export function liveOrigins(origins: readonly string[]): readonly string[] {
  return origins.filter((origin) => !origin.includes("[")).map((origin) => origin.replace(/^http/u, "ws"));
}

/**
 * SEC-7: the only names that a loopback server is asked for: its own, that of `PUBLIC_URL` (a proxy may pass it on) and those of pages
 * that are allowed by name; null where others reach it, by whatever name.
 */
export function hostNames(reach: Reach, allowedOrigins: readonly string[]): ReadonlySet<string> | null {
  if (!isLoopbackHost(reach.host)) return null;
  return new Set([...pageOrigins(reach), ...allowedOrigins].map((origin) => new URL(origin).hostname));
}

/** A loopback server answers to every name of this machine; another one only to its public name. */
function ownOrigins({ host, port, tlsPort }: Reach): readonly string[] {
  const own = host.includes(":") ? `[${host}]` : host;
  const names = isLoopbackHost(host) ? [...new Set([own, "localhost", "127.0.0.1", "[::1]"])] : [];
  const secure = tlsPort === null ? [] : names.map((name) => `https://${name}:${tlsPort}`);
  return [...secure, ...names.map((name) => `http://${name}:${port}`)].map((origin) => new URL(origin).origin);
}
