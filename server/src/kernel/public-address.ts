import type { LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 that no stranger's server has: IANA's special-purpose registry, multicast, and what is reserved. */
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

/**
 * IPv6 is public inside 2000::/3 alone: outside it lie loopback, unique and link-local addresses, multicast, and the forms that hold an IPv4
 * (mapped, translated, NAT64). Inside it are Teredo and 6to4, which hold one too, and what is for protocols and documentation.
 */
const privateIpv6 = ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

// A list of both would find every IPv4 in `::/3`, as a mapped one.
const privateOf = { ipv4: blockList(privateIpv4, "ipv4"), ipv6: blockList(privateIpv6, "ipv6") };

function blockList(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", prefix] = subnet.split("/");
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

/** Whether anybody on the Internet may have this address (T61); false for what is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return !privateOf[family].check(address, family);
}

/** An address that is not called, where only public ones are. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
  constructor() {
    super("the address is not public");
  }
}

/**
 * Finds the addresses of a name for one connection, and refuses the name where any is not public: what it had before means nothing,
 * so that rebinding it does not help. Node asks it for no literal address.
 */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = typeof found === "string" ? [] : found;
      if (error === null && addresses.every(({ address }) => isPublicAddress(address))) callback(null, found);
      else callback(error ?? new PrivateAddress(), []);
    });
}
