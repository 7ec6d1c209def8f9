import type { User } from "@cuplaj/protocol/participant.ts";
import { type Clock, isoTime } from "../kernel/clock.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import type { CommittedEntry, EntryBroadcaster } from "./broadcast-entry.ts";
import type { RoomQueue } from "./room-queue.ts";
import { mayViewRoom, readRoomRef } from "./rules.ts";
import type { RoomAccess, RoomStore } from "./store.ts";

export interface ChangeRoomParts {
  readonly rooms: RoomStore;
  readonly broadcaster: EntryBroadcaster;
  readonly queue: RoomQueue;
  readonly clock: Pick<Clock, "now">;
}

/** The room as the caller sees it; absent and hidden rooms are the same 404 (ERR-2). */
export async function findRoom(rooms: RoomStore, caller: User, roomRef: string): Promise<Outcome<RoomAccess>> {
  const ref = readRoomRef(roomRef);
  const room = ref === null ? null : await rooms.findAccess(ref, caller.id);
  return room === null || !mayViewRoom(caller, room.marker) ? refused("not_found") : done(room);
}

/** The same for what only members may do: 403 for visitors. */
export async function findOwnRoom(rooms: RoomStore, caller: User, roomRef: string): Promise<Outcome<RoomAccess>> {
  const found = await findRoom(rooms, caller, roomRef);
  return found.ok && found.value.marker === null ? refused("forbidden") : found;
}

/**
 * Stores a change in the room's turn and broadcasts its entry after the commit (ERR-3), so in the order of `seq` (MSG-5); null
 * where nothing changed.
 */
export async function changeRoom<Entry extends CommittedEntry>(
  { broadcaster, queue, clock }: ChangeRoomParts,
  roomId: number,
  store: (now: string) => Promise<Entry | null>,
): Promise<Entry | null> {
  return await queue.run(roomId, async () => {
    const nowMs = clock.now();
    const entry = await store(isoTime(nowMs));
    if (entry !== null) await broadcaster.broadcast([entry], nowMs);
    return entry;
  });
}
