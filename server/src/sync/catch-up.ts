import type { User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { SyncAnswer, SyncedRoom, SyncRequest } from "@cuplaj/protocol/sync.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { showListed } from "../rooms/list-rooms.ts";
import { mayViewRoom, unreadCount } from "../rooms/rules.ts";
import type { RoomAccess } from "../rooms/store.ts";
import type { ShowRoomParts } from "../rooms/view-room.ts";
import { chatsLookedThrough, type LoggedEvent, planCatchUp, type Stretch, toSyncEvent } from "./rules.ts";
import type { EventLog } from "./store.ts";

/** MSG-6: everything after the caller's cursors, and the lately active rooms that have none. */
export type CatchUp = (caller: User, asked: SyncRequest) => Promise<Outcome<SyncAnswer>>;

/** What catching up needs. */
export interface CatchUpParts extends ShowRoomParts {
  readonly log: EventLog;
}

/** Makes the use case: four statements, however many rooms are asked for. */
export function createCatchUp(parts: CatchUpParts): CatchUp {
  const { store, log, epoch } = parts;
  return async (caller, asked) => {
    if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
    const cursors = Object.entries(asked.cursors).map(([id, seq]) => ({ roomId: Number(id), seq }));
    const ids = cursors.map(({ roomId }) => roomId);
    // Heads and markers are read together, so unread counts belong to the heads that are answered.
    const [accesses, unheld] = await Promise.all([
      store.findEachAccess(ids, caller.id),
      store.listRoomsWithout(caller.id, chatsLookedThrough(ids.length), ids),
    ]);
    const rooms = new Map(accesses.filter((room) => mayViewRoom(caller, room.marker)).map((room) => [room.id, room]));
    const { stretches, reset } = planCatchUp(cursors, rooms, (asked.epoch ?? epoch) === epoch);
    const [events, chats] = await Promise.all([log.listEvents(stretches), showListed(parts, unheld, caller.id)]);
    return done({
      epoch,
      rooms: toSynced(stretches, events, epoch),
      reset: [...reset],
      unread: unreadOf([...stretches.flatMap(({ room }) => rooms.get(room.id) ?? []), ...unheld]),
      chats,
    });
  };
}

function toSynced(stretches: readonly Stretch[], events: readonly LoggedEvent[], epoch: string): SyncedRoom[] {
  const byRoom = Map.groupBy(events, ({ roomId }) => roomId);
  return stretches.map(({ room, upto }) => ({
    id: room.id,
    events: (byRoom.get(room.id) ?? []).map((event) => toSyncEvent(event, room.offerId, epoch)),
    head: room.lastSeq,
    has_more: upto < room.lastSeq,
  }));
}

/** ROOM-7: visitors have nothing unread, so only rooms that the caller is a member of are counted. */
function unreadOf(rooms: readonly RoomAccess[]): Record<string, number> {
  const joined = rooms.filter(({ marker }) => marker !== null);
  return Object.fromEntries(joined.map((room) => [room.id, unreadCount(room.messagesTotal, room.marker)]));
}
