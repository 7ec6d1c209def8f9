import ipaddr from "ipaddr.js";

/** Of an IPv6 address, what one customer of a provider has: the first 64 bits. */
const groupParts = 4;

/**
 * LIM-2: the address that limits count by: of IPv6 the /64; of IPv4 all of it, also where it comes mapped into IPv6
 * (`::ffff:192.0.2.1`). What is no address stands for itself.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  const prefix = parsed.parts.slice(0, groupParts).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}
