import type { LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Non-public IPv4 ranges: IANA's special-purpose registry, multicast and reserved addresses. */
const privateIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/** Outside 2000::/3, IPv6 is local, multicast, or embeds an IPv4 address (mapped, NAT64); within it, Teredo and 6to4 embed one too. */
const privateIpv6 = ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

// In one common list, `::/3` would match every IPv4 address in its mapped form.
const privateOf = { ipv4: blockList(privateIpv4, "ipv4"), ipv6: blockList(privateIpv6, "ipv6") };

function blockList(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix] = subnet.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

/** Whether an address is public on the Internet (T61); false for invalid addresses. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return !privateOf[family].check(address, family);
}

export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
  constructor() {
    super("the address is not public");
  }
}

/** Wraps a lookup so that a name fails if any of its addresses is not public (DNS rebinding). Node does not call it for literal addresses. */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = typeof found === "string" ? [] : found;
      if (error === null && addresses.every(({ address }) => isPublicAddress(address))) callback(null, found);
      else callback(error ?? new PrivateAddress(), []);
    });
}
