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

/** The room as the caller sees it; absent and hidden rooms are the same 404 (ERR-2). */
export async function findRoom(rooms: RoomStore, caller: User, roomRef: string): Promise<Outcome<RoomAccess>> {
  const ref = readRoomRef(roomRef);
  const room = ref === null ? null : await rooms.findAccess(ref, caller.id);
  return room === null || !mayViewRoom(caller, room.marker !== null) ? refused("not_found") : done(room);
}

/** The same for what only members may do: 403 for visitors. */
export async function findOwnRoom(rooms: RoomStore, caller: User, roomRef: string): Promise<Outcome<RoomAccess>> {
  const found = await findRoom(rooms, caller, roomRef);
  return found.ok && found.value.marker === null ? refused("forbidden") : found;
}

/**
 * Stores a change in the room's turn and broadcasts its entries after the commit (ERR-3), so in the order of `seq` (MSG-5); there
 * are none where nothing changed. Without a room (null) there is no turn to wait for: the change makes one, or concerns none.
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
