import type { User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { isoTime } from "../kernel/clock.ts";
import { mayJoinOffer, readOfferNumber } from "../offers/rules.ts";
import type { OfferStore } from "../offers/store.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { channelsOf, type LiveBroadcaster, toRoomHead } from "./live-broadcaster.ts";
import type { RoomQueue } from "./room-queue.ts";
import { type ShowRoomParts, showRoom } from "./view-room.ts";

/** ROOM-5: joins an offer's room by the offer's number or the room's name, and makes the room on first use. */
export type JoinRoom = (caller: User, channel: string | number) => Promise<Outcome<Room>>;

/** What joining needs. */
export interface JoinRoomParts extends ShowRoomParts {
  readonly offers: Pick<OfferStore, "findCustomer">;
  readonly broadcaster: LiveBroadcaster;
  readonly queue: RoomQueue;
  readonly now: () => number;
}

/** Makes the use case. */
export function createJoinRoom(parts: JoinRoomParts): JoinRoom {
  return async (caller, channel) => {
    const offerId = readOfferNumber(channel);
    if (offerId === "not-digits") return invalidField("channel", "not_digits");
    const customerId = offerId === null ? null : await parts.offers.findCustomer(offerId);
    if (offerId === null || customerId === null || !mayJoinOffer(caller, { customerId })) return refused("not_found");
    const roomId = await parts.store.ensureRoom(offerId, isoTime(parts.now()));
    await parts.queue.run(roomId, () => addMember(parts, roomId, caller.id));
    const shown = await showRoom(parts, caller, { by: "id", id: roomId });
    return shown.ok ? done(shown.value.room) : shown;
  };
}

/** The event leaves in the room's turn, so in the order of `seq` (MSG-5), and after the commit (ERR-3). */
async function addMember(parts: JoinRoomParts, roomId: number, participantId: number): Promise<void> {
  const changed = await parts.store.addMember(roomId, participantId, isoTime(parts.now()));
  if (changed === null) return;
  parts.broadcaster.broadcast("RoomUpdated", channelsOf(changed), {
    room: toRoomHead(changed.head, parts.epoch),
    joined: changed.person,
    members_total: changed.membersTotal,
  });
}
