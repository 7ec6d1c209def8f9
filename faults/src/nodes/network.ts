import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Machine } from "../product/machine.ts";

/** Machines in network namespaces on one bridge. A cut drops packets silently, like a broken switch. */
export interface Network {
  add(name: string): Host;
  cut(one: Host, other: Host): void;
  heal(one: Host, other: Host): void;
  unplug(machine: Host): void;
  /** Moves an address to a machine. Its former holder may be unplugged. */
  moveAddress(address: string, to: Host): void;
  /** An address that no machine has yet. */
  freeAddress(): string;
  dispose(): void;
}

export interface Host extends Machine {
  readonly name: string;
  /** The machine's own address, and those that were moved to it. */
  readonly addresses: readonly string[];
}

interface OwnHost extends Host {
  readonly addresses: string[];
}

/** A MAC address that no machine has, so frames to it are lost. */
const nobody = "02:00:00:00:00:01";

const longestRetry = "net/ipv4/tcp_rto_max_ms";
/** Whether TCP can be made to retry within a second after a cut (since Linux 6.15). Otherwise it may wait as long again as the cut lasted. */
export const hasShortRetries = existsSync(`/proc/sys/${longestRetry}`);

/** Returns why this machine cannot create such a network, or null if it can. */
export function missingForNetwork(): string | null {
  if (process.getuid?.() !== 0) return "only root can make network namespaces";
  if (spawnSync("nft", ["--version"]).status !== 0) return "nftables is missing (apt-get install nftables)";
  if (spawnSync("ip", ["-V"]).status !== 0) return "iproute2 is missing (apt-get install iproute2)";
  const space = `cj${process.pid}-tried`;
  const isMade = spawnSync("ip", ["netns", "add", space]).status === 0;
  spawnSync("ip", ["netns", "del", space]);
  return isMade ? null : "this machine has no network namespaces";
}

/** Creates a network. The run itself has the bridge's address, so it reaches every machine. */
export function createNetwork(): Network {
  const stem = `cj${process.pid}`;
  const subnet = `10.213.${process.pid % 250}`;
  const hosts: OwnHost[] = [];
  let last = 1;
  const freeAddress = (): string => `${subnet}.${(last += 1)}`;
  const ip = (...words: string[]): void => void execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] });
  const inside = (machine: Host, ...words: string[]): void => ip("-n", `${stem}-${machine.name}`, ...words);
  const eachWay = (one: Host, other: Host, does: (from: Host, address: string) => void): void => {
    for (const address of other.addresses) does(one, address);
    for (const address of one.addresses) does(other, address);
  };
  const dispose = (): void => {
    process.off("exit", dispose);
    // Ending a namespace removes both ends of its link.
    for (const { name } of hosts) spawnSync("ip", ["netns", "del", `${stem}-${name}`]);
    spawnSync("ip", ["link", "del", stem]);
  };
  process.once("exit", dispose);
  ip("link", "add", stem, "type", "bridge");
  ip("addr", "add", `${subnet}.1/24`, "dev", stem);
  ip("link", "set", stem, "up");
  return {
    freeAddress,
    add(name) {
      const space = `${stem}-${name}`;
      const address = freeAddress();
      const command: Machine["command"] = (program, words) => ["ip", ["netns", "exec", space, program, ...words]];
      const host: OwnHost = { name, address, addresses: [address], command };
      ip("netns", "add", space);
      hosts.push(host);
      ip("link", "add", portOf(stem, hosts.length), "master", stem, "type", "veth", "peer", "eth0", "netns", space);
      ip("link", "set", portOf(stem, hosts.length), "up");
      inside(host, "addr", "add", `${address}/24`, "dev", "eth0");
      for (const link of ["lo", "eth0"]) inside(host, "link", "set", link, "up");
      if (hasShortRetries) run(host, "sysctl", "-qw", `${longestRetry}=1000`);
      return host;
    },
    cut: (one, other) =>
      eachWay(one, other, (from, address) =>
        inside(from, "neigh", "replace", address, "dev", "eth0", "lladdr", nobody, "nud", "permanent"),
      ),
    heal: (one, other) => eachWay(one, other, (from, address) => inside(from, "neigh", "del", address, "dev", "eth0")),
    unplug: (machine) => ip("link", "set", portOf(stem, hosts.findIndex((host) => host === machine) + 1), "down"),
    moveAddress(address, to) {
      for (const host of hosts) {
        const at = host.addresses.indexOf(address);
        if (at >= 0) host.addresses.splice(at, 1);
        // This has the same effect as a gratuitous ARP from the new holder.
        inside(host, "neigh", "flush", "to", address);
      }
      ip("neigh", "flush", "to", address);
      hosts.find((host) => host === to)?.addresses.push(address);
      inside(to, "addr", "add", `${address}/24`, "dev", "eth0");
    },
    dispose,
  };
}

const portOf = (stem: string, number: number): string => `${stem}.${number}`;

function run(machine: Machine, program: string, ...words: readonly string[]): void {
  const [file, all] = machine.command(program, words);
  execFileSync(file, all, { stdio: ["ignore", "ignore", "pipe"] });
}

/** Makes a port that a program opens only on loopback reachable from other machines. */
export function exposeLoopback(machine: Machine, port: number): void {
  run(machine, "sysctl", "-qw", "net.ipv4.conf.all.route_localnet=1");
  const rules = [
    "add table ip entrances",
    "add chain ip entrances in { type nat hook prerouting priority -100; }",
    `add rule ip entrances in tcp dport ${port} dnat to 127.0.0.1:${port}`,
  ];
  run(machine, "nft", rules.join("; "));
}
