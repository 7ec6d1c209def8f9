import { type Clock, endOfTick } from "../clock.ts";
import type { RoomQueue } from "../rooms/room-queue.ts";
import type { NewMessage, Publication } from "./store.ts";

type Settled = PromiseSettledResult<Publication>;

/**
 * Writes sends together, tells what was stored and answers what became of each, in their order; never throws. Calls `onDecided`
 * once, when the store has decided about them and nothing is told yet: the next flight may write then.
 */
export type WriteFlight = (
  sends: readonly NewMessage[],
  onDecided: (results: readonly Settled[]) => void,
) => Promise<readonly Settled[]>;

/** Stores and tells messages; see `createPublishWriter`. */
export interface PublishWriter {
  /** Resolves when the message is committed and told; null at once where too many wait already (WRITE-3). */
  publish(message: NewMessage): Promise<Publication> | null;
}

/** What the writer is made from. */
export interface PublishWriterParts {
  readonly queue: RoomQueue;
  readonly writeFlight: WriteFlight;
  /** Sends that may wait or be under way at once. */
  readonly waitingMax: number;
  readonly setTimeout: Clock["setTimeout"];
  /** Tells failures by which the database is away from others. */
  readonly isAway: (reason: unknown) => boolean;
}

/** A second flight departs beside the first when it is as large, so that few pay for many; a third one never does. */
const flightsMax = 2;
/** How long the smaller one waits at most: the first may be held up by another server's lock. */
const heldUpMs = 10;
/** Sends of one flight at most, unless a single room's slot already holds as many: keeps a flight short. */
const flightSendsMax = 500;

/** An answer takes about 50 us, so the loop is held for a millisecond at most. */
const answersAtOnce = 16;

interface Passenger {
  readonly message: NewMessage;
  readonly resolve: (publication: Publication) => void;
  readonly reject: (reason: unknown) => void;
}

/** The sends of one room that go together; it stands in the room's queue until its flight has landed. */
interface Slot {
  readonly roomId: number;
  readonly passengers: Passenger[];
  isReady: boolean;
  readonly landed: PromiseWithResolvers<void>;
}

interface Flight {
  readonly passengers: readonly Passenger[];
  isHeldUp: boolean;
}

/**
 * WRITE-1: sends that arrive while others are being committed go together in the next commit; one that arrives alone waits for
 * nobody. MSG-5: a slot takes its turn in its room's queue, and only one slot of a room is under way at a time.
 */
export function createPublishWriter(parts: PublishWriterParts): PublishWriter {
  return new GatheringWriter(parts);
}

class GatheringWriter implements PublishWriter {
  readonly #parts: PublishWriterParts;
  /** The slot of each room that still takes sends. */
  readonly #open = new Map<number, Slot>();
  /** Slots whose turn in their room has come, in order of that. */
  #ready: Slot[] = [];
  #isDeparting = false;
  readonly #inTheAir = new Set<Flight>();
  #waiting = 0;

  constructor(parts: PublishWriterParts) {
    this.#parts = parts;
  }

  publish(message: NewMessage): Promise<Publication> | null {
    if (this.#waiting >= this.#parts.waitingMax) return null;
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const slot = this.#slotOf(message.roomId);
      slot.passengers.push({ message, resolve, reject });
      if (slot.isReady) this.#departSoon();
    });
  }

  #slotOf(roomId: number): Slot {
    const open = this.#open.get(roomId);
    if (open !== undefined && open.passengers.length < flightSendsMax) return open;
    const slot: Slot = { roomId, passengers: [], isReady: false, landed: Promise.withResolvers() };
    this.#open.set(roomId, slot);
    this.#parts.queue.run(roomId, () => this.#getReady(slot)).catch((reason: unknown) => this.#turnAway(slot, reason));
    return slot;
  }

  #getReady(slot: Slot): Promise<void> {
    slot.isReady = true;
    this.#ready.push(slot);
    this.#departSoon();
    return slot.landed.promise;
  }

  /** At the end of the tick: what was read from the sockets in it, and the rooms that were just freed, go along. */
  #departSoon(): void {
    if (this.#isDeparting) return;
    this.#isDeparting = true;
    setImmediate(() => {
      this.#isDeparting = false;
      this.#depart();
    });
  }

  #depart(): void {
    while (this.#ready.length > 0 && this.#mayDepart()) void this.#fly(this.#board());
  }

  #mayDepart(): boolean {
    const [first] = this.#inTheAir;
    if (first === undefined || this.#inTheAir.size >= flightsMax) return first === undefined;
    const ready = this.#ready.reduce((sends, slot) => sends + slot.passengers.length, 0);
    return first.isHeldUp || ready >= first.passengers.length;
  }

  #board(): readonly Slot[] {
    let sends = 0;
    const left = this.#ready.findIndex((slot, place) => {
      sends += slot.passengers.length;
      return place > 0 && sends > flightSendsMax;
    });
    const boarded = this.#ready.splice(0, left === -1 ? this.#ready.length : left);
    for (const slot of boarded) if (this.#open.get(slot.roomId) === slot) this.#open.delete(slot.roomId);
    return boarded;
  }

  async #fly(slots: readonly Slot[]): Promise<void> {
    const flight: Flight = { passengers: slots.flatMap((slot) => slot.passengers), isHeldUp: false };
    this.#inTheAir.add(flight);
    this.#parts.setTimeout(() => {
      if (!this.#inTheAir.has(flight)) return;
      flight.isHeldUp = true;
      this.#departSoon();
    }, heldUpMs);
    const messages = flight.passengers.map(({ message }) => message);
    const results = await this.#parts.writeFlight(messages, (decided) => {
      this.#inTheAir.delete(flight);
      this.#turnAwayWith(decided);
      this.#depart();
    });
    const away = this.#awayIn(results);
    for (const slot of slots) {
      if (away === null) slot.landed.resolve();
      else slot.landed.reject(away.reason);
    }
    this.#departSoon();
    await this.#answer(flight.passengers, results);
  }

  /** ERR-5: who waited for a flight that found the database away is told so too; each next one would find it out anew. */
  #turnAwayWith(results: readonly Settled[]): void {
    const away = this.#awayIn(results);
    if (away === null) return;
    for (const slot of this.#ready.splice(0)) {
      slot.isReady = false;
      slot.landed.reject(away.reason);
    }
  }

  #awayIn(results: readonly Settled[]): PromiseRejectedResult | null {
    const [first] = results;
    const isLost = first?.status === "rejected" && this.#parts.isAway(first.reason);
    return isLost && results.every(({ status }) => status === "rejected") ? first : null;
  }

  /** Rejects the sends of a slot that will not fly; one that flew has its answers from its flight. */
  #turnAway(slot: Slot, reason: unknown): void {
    if (slot.isReady) return;
    if (this.#open.get(slot.roomId) === slot) this.#open.delete(slot.roomId);
    this.#waiting -= slot.passengers.length;
    for (const { reject } of slot.passengers.splice(0)) reject(reason);
  }

  /** In portions, so that what the database decides meanwhile, and what arrives, has its turn. */
  async #answer(passengers: readonly Passenger[], results: readonly Settled[]): Promise<void> {
    for (const [place, { resolve, reject }] of passengers.entries()) {
      if (place > 0 && place % answersAtOnce === 0) await endOfTick();
      const result = results[place];
      this.#waiting -= 1;
      if (result?.status === "fulfilled") resolve(result.value);
      else reject(result?.reason ?? new Error("a send without a result"));
    }
  }
}
