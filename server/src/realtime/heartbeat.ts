import type { Clock, Timer } from "../kernel/clock.ts";
import type { Connection } from "./connection.ts";

/** Slots of the wheel, which turns once per ping interval. */
const slotCount = 20;

/** Pings all sockets in turn from one timer wheel, and finds a dead peer within two turns (LIVE-6). */
export class Heartbeat {
  readonly #slots: Set<Connection>[] = Array.from({ length: slotCount }, () => new Set<Connection>());
  readonly #onDead: (connection: Connection) => void;
  readonly #clock: Clock;
  readonly #timer: Timer;
  #current = 0;
  #next = 0;

  /** `onDead` is called with each peer that has been silent since its last ping; `onTurn` runs twenty times per ping interval. */
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
