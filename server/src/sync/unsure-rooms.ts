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

/** ERR-3: members hear so soon where their room's log ends, and what of it they lack they ask for (MSG-6). */
const everyMs = 1000;
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

class RememberedRooms implements UnsureRooms {
  readonly #parts: UnsureRoomsParts;
  readonly #rooms = new Map<number, { readonly notedAtMs: number; lookAtMs: number }>();
  #timer: Timer | null = null;
  #isStopped = false;

  constructor(parts: UnsureRoomsParts) {
    this.#parts = parts;
  }

  note(roomId: number): void {
    if (this.#isStopped || (this.#rooms.size >= roomsMax && !this.#rooms.has(roomId))) return;
    const now = this.#parts.clock.now();
    this.#rooms.set(roomId, { notedAtMs: now, lookAtMs: now + everyMs });
    this.#lookLater();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) this.#parts.clock.clearTimeout(this.#timer);
  }

  #lookLater(): void {
    if (this.#isStopped) return;
    this.#timer ??= this.#parts.clock.setTimeout(() => void this.#look(), everyMs);
  }

  async #look(): Promise<void> {
    const now = this.#parts.clock.now();
    const due = [...this.#rooms].filter(([, { lookAtMs }]) => lookAtMs <= now).slice(0, roomsAtOnce);
    try {
      await this.#tell(due.map(([roomId]) => roomId));
      for (const [roomId, room] of due) {
        room.lookAtMs = now + againMs;
        if (now - room.notedAtMs >= unsureMs && this.#rooms.get(roomId) === room) this.#rooms.delete(roomId);
      }
    } catch (error) {
      this.#parts.log.warn({ reason: reasonOf(error) }, "the heads of rooms after a failure could not be told yet");
    }
    this.#timer = null;
    if (this.#rooms.size > 0) this.#lookLater();
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
