import type { User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { isoTime } from "../kernel/clock.ts";
import { invalidField, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { changeRoom, type ChangeRoomParts } from "./change-room.ts";
import { mayJoinOffer, readOfferNumber } from "./rules.ts";
import { type ShowRoomParts, viewRoom } from "./view-room.ts";

export interface JoinRoomParts extends ShowRoomParts, ChangeRoomParts {
  readonly offers: {
    /** Whose offer it is, or null where there is none. */
    findCustomer(offerId: number): Promise<number | null>;
  };
}

/** ROOM-5: joins an offer's room by the offer's number or the room's name, and makes the room on first use. */
export async function joinRoom(parts: JoinRoomParts, caller: User, channel: string | number): Promise<Outcome<Room>> {
  const { rooms, offers, clock } = parts;
  const offerId = readOfferNumber(channel);
  if (offerId === "not-digits") return invalidField("channel", "not_digits");
  const customerId = offerId === null ? null : await offers.findCustomer(offerId);
  if (offerId === null || customerId === null || !mayJoinOffer(caller, { customerId })) return refused("not_found");
  const roomId = await rooms.ensureRoom(offerId, isoTime(clock.now()));
  await changeRoom(parts, roomId, async (now) => {
    const joined = await rooms.addMember(roomId, caller.id, now);
    return { entries: joined === null ? [] : [joined] };
  });
  return mapOk(await viewRoom(parts, caller, String(roomId)), ({ room }) => room);
}
