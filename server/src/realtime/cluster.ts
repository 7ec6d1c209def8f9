import type { Clock, Timer } from "../kernel/clock.ts";
import type { Bus, BusEnvelope, BusMessage, OccupancyEntry, RosterEntry } from "./bus.ts";

/** Heartbeat interval. A process measures the silence of others in its own beats, so that after a stall it does not consider them gone. */
const beatEveryMs = 1000;
/** A peer that misses more beats than this is considered gone, after 4 to 5 s (LIVE-6). */
const silentBeatsMax = 4;
/** A process also receives its own beats. If more than this many are in flight, the oldest for 2 s, the bus counts as hanging. */
const beatsInFlightMax = 2;

export interface ClusterListener {
  received(node: string, message: BusMessage): void;
  /** Called when everything that a process announced is void, except the entries that it just repeated. */
  dropped(node: string, repeated: readonly RosterEntry[]): void;
  /** Called when a process has shut down cleanly; its people may be reconnecting to another. */
  left(node: string): void;
  snapshot(): { members: RosterEntry[]; occupancy: OccupancyEntry[] };
  gap(node: string): void;
}

interface Peer {
  silentBeats: number;
  isAskDue: boolean;
}

/** Announces this process's sockets to the others, where they expire after 5 s of silence (LIVE-6). Asks for whatever was lost in a gap. */
export class Cluster {
  readonly #node: string;
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #listener: ClusterListener;
  readonly #peers = new Map<string, Peer>();
  readonly #numbers = new Map<string, number>();
  readonly #members = new Map<string, RosterEntry>();
  readonly #occupancy = new Map<string, OccupancyEntry>();
  #beatTimer: Timer | null = null;
  #flushTimer: Timer | null = null;
  #number = 0;
  #beatsInFlight: readonly number[] = [];

  constructor(node: string, bus: Bus, clock: Clock, listener: ClusterListener) {
    this.#node = node;
    this.#bus = bus;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Listens, sends beats and asks the others for their rosters. */
  start(): void {
    this.#bus.subscribe((envelope) => this.#receive(envelope));
    this.#beatTimer = this.#clock.setInterval(() => this.#beat(), beatEveryMs);
    this.publish({ kind: "ask-roster", of: null });
  }

  /** While the bus hangs, publishes only beats, since everything else would arrive outdated. */
  publish(message: BusMessage): void {
    this.#number += 1;
    if (this.#isBusLate() && message.kind !== "alive") return;
    this.#bus.publish({ node: this.#node, number: this.#number, message });
  }

  /** Batches rosters and counts until the end of the tick; each entry keeps only its latest value. */
  announceMember(entry: RosterEntry): void {
    this.#members.set(`${entry.appId}\n${entry.channel}\n${entry.userId}`, entry);
    this.#scheduleFlush();
  }

  announceOccupancy(entry: OccupancyEntry): void {
    this.#occupancy.set(`${entry.appId}\n${entry.channel}`, entry);
    this.#scheduleFlush();
  }

  isReady(): boolean {
    return this.#bus.isReady() && !this.#isBusLate();
  }

  async close(): Promise<void> {
    if (this.#beatTimer !== null) this.#clock.clearInterval(this.#beatTimer);
    if (this.#flushTimer !== null) this.#clock.clearTimeout(this.#flushTimer);
    this.publish({ kind: "goodbye" });
    await this.#bus.close();
  }

  #scheduleFlush(): void {
    this.#flushTimer ??= this.#clock.setTimeout(() => {
      const [members, occupancy] = [[...this.#members.values()], [...this.#occupancy.values()]];
      this.#members.clear();
      this.#occupancy.clear();
      this.#flushTimer = null;
      this.publish({ kind: "roster", isWhole: false, members, occupancy });
    }, 0);
  }

  #isBusLate(): boolean {
    return this.#beatsInFlight.length > beatsInFlightMax;
  }

  #beat(): void {
    this.#beatsInFlight = [...this.#beatsInFlight.slice(-beatsInFlightMax), this.#number + 1];
    this.publish({ kind: "alive" });
    for (const [node, peer] of this.#peers) {
      peer.silentBeats += 1;
      if (peer.silentBeats > silentBeatsMax) {
        this.#peers.delete(node);
        this.#listener.dropped(node, []);
      } else if (peer.isAskDue && !this.#isBusLate()) {
        // A roster may be long, so it is requested at most once a second.
        peer.isAskDue = false;
        this.publish({ kind: "ask-roster", of: node });
      }
    }
  }

  #receive(envelope: BusEnvelope): void {
    if (envelope.node !== this.#node) this.#receiveOther(envelope);
    else if (envelope.message.kind === "alive")
      this.#beatsInFlight = this.#beatsInFlight.filter((beat) => beat > envelope.number);
  }

  #receiveOther({ node, number, message }: BusEnvelope): void {
    const last = this.#numbers.get(node);
    // SEC-10: somebody with access to Redis replayed this message.
    if (last !== undefined && number <= last) return;
    this.#numbers.set(node, number);
    if (message.kind === "goodbye") {
      this.#peers.delete(node);
      this.#listener.left(node);
      return;
    }
    let peer = this.#peers.get(node);
    if (peer === undefined) this.#peers.set(node, (peer = { silentBeats: 0, isAskDue: true }));
    else if (number - 1 !== last) this.#listener.gap(node);
    peer.silentBeats = 0;
    peer.isAskDue ||= number - 1 !== last;
    this.#dispatch(node, peer, message);
  }

  #dispatch(node: string, peer: Peer, message: BusMessage): void {
    if (message.kind === "ask-roster") {
      const isAsked = message.of === null || message.of === this.#node;
      if (isAsked) this.publish({ kind: "roster", isWhole: true, ...this.#listener.snapshot() });
    } else if (message.kind === "roster" && message.isWhole) {
      peer.isAskDue = false;
      this.#listener.dropped(node, message.members);
    }
    this.#listener.received(node, message);
  }
}
