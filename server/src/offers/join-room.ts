import type { User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { invalidField, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { changeOffer, type ChangeOfferParts } from "./change-offer.ts";
import { roomName } from "@cuplaj/protocol/channels.ts";
import { mayJoinOffer, readOfferNumber } from "../rooms/rules.ts";
import { type ShowRoomParts, viewRoom } from "../rooms/view-room.ts";

export interface JoinRoomParts extends ShowRoomParts, ChangeOfferParts {
  /** Usernames in lower case of the staff who join every new room (`OFFER_STAFF`). */
  readonly offerStaff: readonly string[];
}

/** ROOM-5: joins an offer's room by offer number or room name; creates it on first use. */
export async function joinRoom(parts: JoinRoomParts, caller: User, channel: string | number): Promise<Outcome<Room>> {
  const { rooms, offers, offerStaff: staff } = parts;
  const offerId = readOfferNumber(channel);
  if (offerId === "not-digits") return invalidField("channel", "not_digits");
  const customerId = offerId === null ? null : await offers.findCustomer(offerId);
  if (offerId === null || customerId === null || !mayJoinOffer(caller, { customerId })) return refused("not_found");
  await changeOffer(parts, offerId, async (now) => ({
    entries: await rooms.joinOffer({ offerId, staff, participantId: caller.id, now }),
  }));
  return mapOk(await viewRoom(parts, caller, roomName(offerId)), ({ room }) => room);
}
