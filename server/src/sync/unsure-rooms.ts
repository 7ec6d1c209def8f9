import { userChannel } from "@cuplaj/protocol/channels.ts";
import type { Clock, Timer } from "../clock.ts";
import type { Log } from "../log.ts";
import type { LiveBroadcaster } from "../rooms/live-broadcaster.ts";
import { reasonOf } from "../startup-problem.ts";
import type { EventLog } from "./store.ts";

/** What telling takes. */
export interface UnsureRoomsParts {
  readonly eventLog: Pick<EventLog, "listRoomHeads">;
  readonly broadcaster: LiveBroadcaster;
  readonly epoch: string;
  readonly clock: Pick<Clock, "now" | "setTimeout" | "clearTimeout">;
  readonly log: Log;
}

/** Rooms in which something may have been committed that nobody was told. */
export interface UnsureRooms {
  note(roomId: number): void;
  stop(): void;
}

/** ERR-3: members hear within a second where their room's log ends, and what of it they lack they ask for (MSG-6). */
const tellAfterMs = 500;
/** Where the database did not answer, it is asked again after this time. */
const retryMs = 1000;
/** Again, since what hung on its way to the database may be committed later; after the last time `RoomHeads` finds it. */
const againMs = 5000;
const unsureMs = 15_000;
/** Rooms that one look takes, and that are remembered. */
const roomsAtOnce = 500;
const roomsMax = 10_000;

/** Makes the memory of one process; what another one wrote in vain that one tells. */
export function createUnsureRooms(parts: UnsureRoomsParts): UnsureRooms {
  return new RememberedRooms(parts);
}

interface UnsureRoom {
  readonly notedAtMs: number;
  readonly tellAtMs: number;
}

class RememberedRooms implements UnsureRooms {
  readonly #parts: UnsureRoomsParts;
  /** Those told of last stand last, so that with very many each has its turn. */
  readonly #rooms = new Map<number, UnsureRoom>();
  #timer: { readonly handle: Timer; readonly atMs: number } | null = null;
  #isLooking = false;
  #notBeforeMs = 0;
  #isStopped = false;

  constructor(parts: UnsureRoomsParts) {
    this.#parts = parts;
  }

  note(roomId: number): void {
    const known = this.#rooms.get(roomId);
    if (this.#isStopped || (this.#rooms.size >= roomsMax && known === undefined)) return;
    const now = this.#parts.clock.now();
    // However often it is noted, it is told of in time.
    const tellAtMs = Math.min(known?.tellAtMs ?? Number.POSITIVE_INFINITY, now + tellAfterMs);
    this.#rooms.set(roomId, { notedAtMs: now, tellAtMs });
    this.#lookAt(tellAtMs);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) this.#parts.clock.clearTimeout(this.#timer.handle);
  }

  #lookAt(dueAtMs: number): void {
    const { clock } = this.#parts;
    const atMs = Math.max(dueAtMs, this.#notBeforeMs);
    if (this.#isStopped || this.#isLooking || (this.#timer !== null && this.#timer.atMs <= atMs)) return;
    if (this.#timer !== null) clock.clearTimeout(this.#timer.handle);
    this.#timer = { atMs, handle: clock.setTimeout(() => void this.#look(), Math.max(0, atMs - clock.now())) };
  }

  async #look(): Promise<void> {
    [this.#timer, this.#isLooking] = [null, true];
    const now = this.#parts.clock.now();
    const due = [...this.#rooms].filter(([, { tellAtMs }]) => tellAtMs <= now).slice(0, roomsAtOnce);
    // What is noted from here on may have been committed after the heads were read.
    for (const [roomId] of due) this.#rooms.delete(roomId);
    const isTold = await this.#tryToTell(due.map(([roomId]) => roomId));
    for (const [roomId, room] of due) if (!isTold || now - room.notedAtMs < unsureMs) this.#keep(roomId, room, isTold);
    this.#isLooking = false;
    this.#notBeforeMs = isTold ? 0 : this.#parts.clock.now() + retryMs;
    const next = Math.min(...[...this.#rooms.values()].map(({ tellAtMs }) => tellAtMs));
    if (this.#rooms.size > 0) this.#lookAt(next);
  }

  #keep(roomId: number, { notedAtMs, tellAtMs }: UnsureRoom, isTold: boolean): void {
    const again = { notedAtMs, tellAtMs: isTold ? this.#parts.clock.now() + againMs : tellAtMs };
    if (!this.#rooms.has(roomId)) this.#rooms.set(roomId, again);
  }

  async #tryToTell(roomIds: readonly number[]): Promise<boolean> {
    try {
      await this.#tell(roomIds);
      return true;
    } catch (error) {
      // Once, and not at each further attempt while the database is away.
      const level = this.#notBeforeMs === 0 ? "warn" : "debug";
      this.#parts.log[level]({ reason: reasonOf(error) }, "the heads of rooms after a failure could not be told yet");
      return false;
    }
  }

  async #tell(roomIds: readonly number[]): Promise<void> {
    const { eventLog, broadcaster, epoch } = this.#parts;
    if (roomIds.length === 0) return;
    for (const { roomId, lastSeq, memberIds } of await eventLog.listRoomHeads(roomIds)) {
      broadcaster.broadcast("RoomHeads", memberIds.map(userChannel), {
        epoch,
        heads: [{ id: roomId, last_seq: lastSeq }],
      });
    }
  }
}
