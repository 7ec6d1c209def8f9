import { roomChannel, roomName, userChannel } from "@cuplaj/protocol/channels.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../kernel/clock.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { channelsOf, type LiveBroadcaster, toRoomHead } from "./live-broadcaster.ts";
import type { RoomQueue } from "./room-queue.ts";
import { memberAccess, readRoomRef } from "./rules.ts";
import type { RoomStore } from "./store.ts";

/** ROOM-6: leaves a room; from then on none of its events reaches a socket of that person. */
export type LeaveRoom = (caller: User, roomRef: string) => Promise<Outcome<{ left: true }>>;

/** Takes a channel away from every socket of a person, also from those that are just being admitted to it. */
export interface ChannelRevoker {
  revoke(participantId: number, channel: string): void;
}

/** What leaving needs. */
export interface LeaveRoomParts {
  readonly store: RoomStore;
  readonly broadcaster: LiveBroadcaster;
  readonly revoker: ChannelRevoker;
  readonly queue: RoomQueue;
  readonly now: () => number;
  readonly epoch: string;
}

/** Makes the use case. */
export function createLeaveRoom(parts: LeaveRoomParts): LeaveRoom {
  const { store, queue } = parts;
  return async (caller, roomRef) => {
    const ref = readRoomRef(roomRef);
    const room = ref === null ? null : await store.findAccess(ref, caller.id);
    const access = room === null ? "hidden" : memberAccess(caller, room.marker);
    if (room === null || access === "hidden") return refused("not_found");
    if (access === "denied") return refused("forbidden");
    await queue.run(room.id, () => removeMember(parts, room.id, caller.id));
    // Where another device left a moment before, the person has left all the same.
    return done({ left: true });
  };
}

/** The event leaves in the room's turn (MSG-5) and after the commit (ERR-3); the person who left hears of it too. */
async function removeMember(parts: LeaveRoomParts, roomId: number, participantId: number): Promise<void> {
  const { store, broadcaster, revoker, now, epoch } = parts;
  const changed = await store.removeMember(roomId, participantId, isoTime(now()));
  if (changed === null) return;
  broadcaster.broadcast("RoomUpdated", [...channelsOf(changed), userChannel(participantId)], {
    room: toRoomHead(changed.head, epoch),
    left: changed.person,
    members_total: changed.membersTotal,
  });
  revoker.revoke(participantId, roomChannel(roomName(changed.head.offerId)));
}
