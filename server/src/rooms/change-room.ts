import type { User } from "@cuplaj/protocol/participant.ts";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import type { EntryBroadcaster } from "./broadcast-entry.ts";
import type { CommittedEntry } from "./log-rules.ts";
import type { RoomQueue } from "./room-queue.ts";
import { mayViewRoom, readRoomRef } from "./rules.ts";
import type { RoomAccess, RoomStore } from "./store.ts";

export interface ChangeRoomParts {
  readonly rooms: RoomStore;
  readonly broadcaster: EntryBroadcaster;
  readonly queue: RoomQueue;
  readonly clock: Pick<Clock, "now" | "steadyMs">;
}

/** Finds a room as the caller sees it; both missing and hidden rooms are 404 (ERR-2). */
export async function findRoom(rooms: RoomStore, caller: User, roomRef: string): Promise<Outcome<RoomAccess>> {
  const ref = readRoomRef(roomRef);
  const room = ref === null ? null : await rooms.findAccess(ref, caller.id);
  return room === null || !mayViewRoom(caller, room.marker !== null) ? refused("not_found") : done(room);
}

/** Finds a room for members; visitors get 403. */
export async function findOwnRoom(rooms: RoomStore, caller: User, roomRef: string): Promise<Outcome<RoomAccess>> {
  const found = await findRoom(rooms, caller, roomRef);
  return found.ok && found.value.marker === null ? refused("forbidden") : found;
}

/**
 * Changes a room in its turn, and broadcasts after the commit (ERR-3) in order of `seq` (MSG-5). A null `roomId` takes no turn; it
 * means that the room is new or that no room is concerned.
 */
export async function changeRoom<Change extends { readonly entries: readonly CommittedEntry[] }>(
  { broadcaster, queue, clock }: ChangeRoomParts,
  roomId: number | null,
  store: (now: string) => Promise<Change>,
): Promise<Change> {
  const change = async (): Promise<Change> => {
    const sinceMs = clock.steadyMs();
    const stored = await store(isoTime(clock.now()));
    if (stored.entries.length > 0) await broadcaster.broadcast(stored.entries, sinceMs);
    return stored;
  };
  return roomId === null ? await change() : await queue.run(roomId, change);
}
