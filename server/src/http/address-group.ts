import ipaddr from "ipaddr.js";

/** The first 64 bits of an IPv6 address, which a provider assigns to one customer. */
const groupParts = 4;
/** Some proxies append a port in `X-Forwarded-For`, and put IPv6 addresses in brackets. */
const withPort = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>[\d.]+):\d+)$/u;

/** LIM-2: the /64 of an IPv6 address, or a whole IPv4 address (also from `::ffff:192.0.2.1`), without a port; `unknown` if invalid. */
export function addressGroup(address: string): string {
  const { six, four } = withPort.exec(address)?.groups ?? {};
  const bare = six ?? four ?? address;
  if (!ipaddr.isValid(bare)) return "unknown";
  const parsed = ipaddr.process(bare);
  if (!("parts" in parsed)) return parsed.toString();
  const prefix = parsed.parts.slice(0, groupParts).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}
