import { changeRoom, type ChangeRoomParts } from "../rooms/change-room.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { RoomQueue } from "../rooms/room-queue.ts";
import type { OfferWriter } from "./offer-writer.ts";
import type { AskedRooms, OfferStore } from "./store.ts";

export interface ChangeOfferParts extends ChangeRoomParts {
  readonly offers: OfferStore;
  readonly offerWriter: OfferWriter;
  /** Queues changes per offer number, since an offer without a room has no room queue. */
  readonly offerQueue: RoomQueue;
}

/** Runs a change when it is the turn of the offer and of every room concerned, which are awaited by ascending id. */
export const inTurnOfOffer = async <T>(
  { offerQueue, offerWriter, queue }: Pick<ChangeOfferParts, "offerQueue" | "offerWriter" | "queue">,
  asked: AskedRooms,
  change: () => Promise<T>,
): Promise<T> =>
  await offerQueue.run(asked.offerId, async () => {
    const rooms = await offerWriter.findRooms(asked);
    return await rooms.reduceRight((next, roomId) => () => queue.run(roomId, next), change)();
  });

/** Stores a change when it is the turn of the offer and of its room, and broadcasts the new entries after the commit. */
export const changeOffer = async <Change extends { readonly entries: readonly CommittedEntry[] }>(
  parts: ChangeOfferParts,
  offerId: number,
  store: (now: string) => Promise<Change>,
): Promise<Change> =>
  await inTurnOfOffer(parts, { offerId, requestId: null }, async () => await changeRoom(parts, null, store));
