import type { Clock, Timer } from "../kernel/clock.ts";
import type { Bus, BusEnvelope, BusMessage, OccupancyEntry, RosterEntry } from "./bus.ts";

/** How often a process says that it lives, and how long its word holds. */
const aliveEveryMs = 1250;
const leaseMs = 3 * aliveEveryMs;
const askEveryMs = 1000;

/** What the server does with what other processes say. */
export interface ClusterListener {
  received(node: string, message: BusMessage): void;
  /** All that is known of a process is void, apart from what it just repeated. */
  dropped(node: string, repeated: readonly RosterEntry[]): void;
  /** A process said goodbye: its people may be on their way to another. */
  left(node: string): void;
  /** This process's own people and channels, whole. */
  snapshot(): { members: RosterEntry[]; occupancy: OccupancyEntry[] };
  /** Messages of a process were lost. */
  gap(node: string): void;
}

interface Peer {
  heardAtMs: number;
  askedAtMs: number;
  /** Something of it is missing, and it was asked too recently. */
  isAskDue: boolean;
}

/**
 * The processes that serve the same apps. Each tells the others of its own sockets and keeps saying that it
 * lives; what a silent one said is void after 5 s at the latest (LIVE-6). Lost messages show as gaps in the numbers and are repaired by asking.
 */
export class Cluster {
  readonly #node: string;
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #listener: ClusterListener;
  readonly #peers = new Map<string, Peer>();
  /** The last number of each process ever heard. */
  readonly #numbers = new Map<string, number>();
  #timer: Timer | null = null;
  #members = new Map<string, RosterEntry>();
  #occupancy = new Map<string, OccupancyEntry>();
  #flushTimer: Timer | null = null;
  #number = 0;
  #beatAtMs: number;

  constructor(node: string, bus: Bus, clock: Clock, listener: ClusterListener) {
    this.#node = node;
    this.#bus = bus;
    this.#clock = clock;
    this.#listener = listener;
    this.#beatAtMs = clock.now();
  }

  /** Listens, says that it lives, and asks the others who is there. */
  start(): void {
    this.#bus.subscribe((envelope) => this.#receive(envelope));
    this.#timer = this.#clock.setInterval(() => this.#beat(), aliveEveryMs);
    this.publish({ kind: "ask-roster", of: null });
  }

  publish(message: BusMessage): void {
    this.#number += 1;
    this.#bus.publish({ node: this.#node, number: this.#number, message });
  }

  /** Rosters and counts travel together, at the end of the tick, the newest word only. */
  announceMember(entry: RosterEntry): void {
    this.#members.set(`${entry.appId}\n${entry.channel}\n${entry.userId}`, entry);
    this.#scheduleFlush();
  }

  announceOccupancy(entry: OccupancyEntry): void {
    this.#occupancy.set(`${entry.appId}\n${entry.channel}`, entry);
    this.#scheduleFlush();
  }

  isReady(): boolean {
    return this.#bus.isReady();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) this.#clock.clearInterval(this.#timer);
    if (this.#flushTimer !== null) this.#clock.clearTimeout(this.#flushTimer);
    this.publish({ kind: "goodbye" });
    await this.#bus.close();
  }

  #scheduleFlush(): void {
    this.#flushTimer ??= this.#clock.setTimeout(() => this.#flush(), 0);
  }

  #flush(): void {
    this.#flushTimer = null;
    const members = [...this.#members.values()];
    const occupancy = [...this.#occupancy.values()];
    this.#members = new Map();
    this.#occupancy = new Map();
    this.publish({ kind: "roster", isWhole: false, members, occupancy });
  }

  #beat(): void {
    this.publish({ kind: "alive" });
    const now = this.#clock.now();
    const pausedMs = now - this.#beatAtMs - aliveEveryMs;
    this.#beatAtMs = now;
    for (const [node, peer] of this.#peers) {
      // What came while this process itself stood still is not read yet: its own pause is nobody's silence.
      if (pausedMs > aliveEveryMs) peer.heardAtMs = now;
      if (now - peer.heardAtMs < leaseMs) {
        if (peer.isAskDue) this.#ask(node, peer);
        continue;
      }
      this.#peers.delete(node);
      this.#listener.dropped(node, []);
    }
  }

  #receive(envelope: BusEnvelope): void {
    const { node, number, message } = envelope;
    if (node === this.#node) return;
    const last = this.#numbers.get(node);
    // SEC-10: it was heard before, and somebody who read it on Redis says it again.
    if (last !== undefined && number <= last) return;
    this.#numbers.set(node, number);
    if (message.kind === "goodbye") {
      this.#peers.delete(node);
      this.#listener.left(node);
      return;
    }
    const isWhole = message.kind === "roster" && message.isWhole;
    this.#follow(node, last !== undefined && number !== last + 1, isWhole);
    this.#dispatch(node, message);
  }

  #follow(node: string, isGap: boolean, isWhole: boolean): void {
    const heardAtMs = this.#clock.now();
    const known = this.#peers.get(node);
    const peer = known ?? { heardAtMs, askedAtMs: -Infinity, isAskDue: false };
    peer.heardAtMs = heardAtMs;
    if (known === undefined) this.#peers.set(node, peer);
    else if (isGap) this.#listener.gap(node);
    else return;
    if (!isWhole) this.#ask(node, peer);
  }

  /** A roster may be long: where much is lost it is asked for once a second. */
  #ask(node: string, peer: Peer): void {
    const now = this.#clock.now();
    peer.isAskDue = now - peer.askedAtMs < askEveryMs;
    if (peer.isAskDue) return;
    peer.askedAtMs = now;
    this.publish({ kind: "ask-roster", of: node });
  }

  #dispatch(node: string, message: BusMessage): void {
    if (message.kind === "ask-roster") {
      const isAsked = message.of === null || message.of === this.#node;
      if (isAsked) this.publish({ kind: "roster", isWhole: true, ...this.#listener.snapshot() });
      return;
    }
    if (message.kind === "roster" && message.isWhole) this.#listener.dropped(node, message.members);
    this.#listener.received(node, message);
  }
}
