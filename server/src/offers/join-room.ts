import { offerRoomName, requestRoomName } from "@cuplaj/protocol/channels.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { invalidField, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { changeRoom } from "../rooms/change-room.ts";
import { mayJoinRoom, readNumber } from "../rooms/rules.ts";
import { type ShowRoomParts, viewRoom } from "../rooms/view-room.ts";
import { changeOffer, type ChangeOfferParts } from "./change-offer.ts";

export interface JoinRoomParts extends ShowRoomParts, ChangeOfferParts {
  /** Usernames in lower case of the staff who join every new room (`OFFER_STAFF`). */
  readonly offerStaff: readonly string[];
}

/** ROOM-5: joins a room by its name or by the number of its offer or request; creates an offer's room on first use. */
export async function joinRoom(
  parts: JoinRoomParts,
  caller: User,
  { channel, type }: { readonly channel: string | number; readonly type: Room["type"] },
): Promise<Outcome<Room>> {
  const { rooms, offerStaff: staff } = parts;
  const ref = readNumber(channel, type);
  if (ref === "not-digits") return invalidField("channel", "not_digits");
  const found = ref === null ? null : await rooms.findToJoin(ref);
  if (ref === null || found === null || !mayJoinRoom(caller, found.customerId)) return refused("not_found");
  const join = async (now: string) => ({ entries: await rooms.join({ ref, staff, participantId: caller.id, now }) });
  const isOffer = ref.by === "offer";
  await (isOffer ? changeOffer(parts, ref.id, join) : changeRoom(parts, found.roomId, join));
  const name = isOffer ? offerRoomName(ref.id) : requestRoomName(ref.id);
  return mapOk(await viewRoom(parts, caller, name), ({ room }) => room);
}
