import { isIP, type LookupFunction } from "node:net";
import { pushEndpointCharactersMax } from "@cuplaj/protocol/limits.ts";
import { type Clock, withTimeout } from "../kernel/clock.ts";
import { nameServerLookup } from "../kernel/name-servers.ts";
import { isPublicAddress, publicLookup } from "../kernel/public-address.ts";

interface CheckParts {
  /** Whether http and the private addresses of this machine are accepted (`PUSH_ENDPOINTS=loopback`). */
  readonly isLoopbackAllowed: boolean;
  readonly clock: Clock;
  readonly lookup?: LookupFunction;
}

export type CheckEndpoint = (endpoint: string) => Promise<URL | null>;

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost"]);
const lookupMsMax = 5000;

/** PUSH-1a: normalizes an endpoint; null if invalid. */
export function endpointUrl(endpoint: string): URL | null {
  const url = URL.parse(endpoint);
  if (url !== null) url.hash = "";
  return url !== null && url.href.length <= pushEndpointCharactersMax ? url : null;
}

/** PUSH-1b: accepts https servers whose addresses are public according to DNS. */
export function createCheckEndpoint({
  isLoopbackAllowed,
  clock,
  lookup = nameServerLookup(),
}: CheckParts): CheckEndpoint {
  const hasPublicAddress = async (host: string): Promise<boolean> => {
    if (isIP(host) !== 0) return isPublicAddress(host);
    let isPublic = false;
    const asked = new Promise<void>((resolve) =>
      publicLookup(lookup)(host, {}, (error, addresses) => {
        isPublic = error === null && addresses.length > 0;
        resolve();
      }),
    );
    await withTimeout(asked, lookupMsMax, clock);
    return isPublic;
  };
  return async (endpoint) => {
    const url = endpointUrl(endpoint);
    if (url === null || url.username !== "" || url.password !== "") return null;
    if (isLoopbackAllowed && loopbackHosts.has(url.hostname)) return url;
    const isUsual = url.protocol === "https:" && url.port === "";
    return isUsual && (await hasPublicAddress(url.hostname.replaceAll(/^\[|\]$/gu, ""))) ? url : null;
  };
}
