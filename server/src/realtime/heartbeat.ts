import type { Clock, Timer } from "../kernel/clock.ts";
import type { Connection } from "./connection.ts";

/** The wheel turns once in the ping interval, in this many steps. */
const slotCount = 20;

/** One wheel pings all sockets in turn: no timer per socket, and a dead peer is found within two turns (LIVE-6). */
export class Heartbeat {
  readonly #slots: Set<Connection>[] = Array.from({ length: slotCount }, () => new Set<Connection>());
  readonly #onDead: (connection: Connection) => void;
  readonly #clock: Clock;
  readonly #timer: Timer;
  #current = 0;
  #next = 0;

  /** `onDead` gets each peer that answered nothing since its last ping, `onTurn` is called twenty times in a ping interval. */
  constructor(clock: Clock, pingEveryMs: number, onDead: (connection: Connection) => void, onTurn: () => void) {
    this.#clock = clock;
    this.#onDead = onDead;
    this.#timer = clock.setInterval(() => {
      this.#turn();
      onTurn();
    }, pingEveryMs / slotCount);
  }

  add(connection: Connection): void {
    connection.wheelSlot = this.#next;
    this.#slots[this.#next]?.add(connection);
    this.#next = (this.#next + 1) % slotCount;
  }

  remove(connection: Connection): void {
    this.#slots[connection.wheelSlot]?.delete(connection);
  }

  close(): void {
    this.#clock.clearInterval(this.#timer);
  }

  #turn(): void {
    const slot = this.#slots[this.#current];
    this.#current = (this.#current + 1) % slotCount;
    for (const connection of slot ?? []) {
      if (connection.isAwaitingPong) {
        this.#onDead(connection);
        continue;
      }
      connection.isAwaitingPong = true;
      connection.wire.ping();
    }
  }
}
