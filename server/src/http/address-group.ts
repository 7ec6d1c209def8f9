import ipaddr from "ipaddr.js";

/** The parts of an IPv6 address that one customer of a provider has: its first 64 bits. */
const groupParts = 4;
/** As some proxies write it into `X-Forwarded-For`: a port behind it, IPv6 in brackets. */
const withPort = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>[\d.]+):\d+)$/u;

/**
 * LIM-2: the address that limits count by: of IPv6 the /64; of IPv4 all of it, also where it comes mapped into IPv6
 * (`::ffff:192.0.2.1`); a port behind it does not count. All that is no address is one: `unknown`.
 */
export function addressGroup(address: string): string {
  const { six, four } = withPort.exec(address)?.groups ?? {};
  const bare = six ?? four ?? address;
  if (!ipaddr.isValid(bare)) return "unknown";
  const parsed = ipaddr.process(bare);
  if (!("parts" in parsed)) return parsed.toString();
  const prefix = parsed.parts.slice(0, groupParts).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}
