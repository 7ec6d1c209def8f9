import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";

/** Timeout per try, ms, and number of tries. */
const [answerMsMax, triesMax] = [2000, 2];

/** Resolves external names. The system resolver has few threads, so unresponsive name servers would also block lookups of the database's address. */
export function nameServerLookup(servers: readonly string[] = []): LookupFunction {
  const resolver = new Resolver({ timeout: answerMsMax, tries: triesMax });
  if (servers.length > 0) resolver.setServers(servers);
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    if (four.status === "rejected" && six.status === "rejected") throw four.reason;
    return [
      ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
  return (hostname, _options, callback) => {
    find(hostname).then(
      (found) => callback(null, found),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
