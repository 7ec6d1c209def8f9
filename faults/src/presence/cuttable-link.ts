import { spawnSync } from "node:child_process";

/** A network namespace that is joined to ours by a virtual cable, which can be cut. */
export interface CuttableLink {
  /** The address of our side. The server must listen on all addresses. */
  readonly address: string;
  /** The prefix of a command that runs a program on the other side. */
  readonly behind: readonly string[];
  /** Cuts the link silently: nothing arrives, and neither side is notified. */
  cut(): void;
  remove(): void;
}

/** Creates a network namespace with a veth pair. Returns the reason if the machine does not allow that. */
export function makeCuttableLink(): CuttableLink | string {
  if (process.getuid?.() !== 0) return "network namespaces need root";
  const tag = process.pid % 250;
  const [space, near, far] = [`cuplaj-${process.pid}`, `cuf${process.pid}n`, `cuf${process.pid}f`];
  const [address, farAddress] = [`10.231.${tag}.1`, `10.231.${tag}.2`];
  const remove = (): void => {
    ip(`link delete ${near}`);
    ip(`netns delete ${space}`);
  };
  const problem =
    ip(`netns add ${space}`) ??
    ip(`link add ${near} type veth peer name ${far}`) ??
    ip(`link set ${far} netns ${space}`) ??
    ip(`address add ${address}/30 dev ${near}`) ??
    ip(`link set ${near} up`) ??
    ip(`netns exec ${space} ip address add ${farAddress}/30 dev ${far}`) ??
    ip(`netns exec ${space} ip link set ${far} up`);
  if (problem !== null) {
    remove();
    return `a network namespace cannot be made: ${problem}`;
  }
  return {
    address,
    behind: ["ip", "netns", "exec", space],
    cut() {
      const failed = ip(`netns exec ${space} ip link set ${far} down`);
      if (failed !== null) throw new Error(`the link cannot be cut: ${failed}`);
    },
    remove,
  };
}

function ip(words: string): string | null {
  const { status, stderr, error } = spawnSync("ip", words.split(" "), { encoding: "utf8" });
  if (error !== undefined) return "the program ip (Debian's iproute2) is missing";
  return status === 0 ? null : stderr.trim() || `ip ${words} ended with ${status}`;
}
