import { changeRoom, type ChangeRoomParts } from "../rooms/change-room.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { RoomQueue } from "../rooms/room-queue.ts";
import type { OfferWriter } from "./offer-writer.ts";
import type { OfferStore } from "./store.ts";

export interface ChangeOfferParts extends ChangeRoomParts {
  readonly offers: OfferStore;
  readonly offerWriter: OfferWriter;
  /** Queues changes per offer number, since an offer without a room has no room queue. */
  readonly offerQueue: RoomQueue;
}

/** Runs a change when it is the offer's turn; `roomId` is null if the offer has no room. */
export const inTurnOfOffer = async <T>(
  { offerQueue, offerWriter }: Pick<ChangeOfferParts, "offerQueue" | "offerWriter">,
  offerId: number,
  change: (roomId: number | null) => Promise<T>,
): Promise<T> => await offerQueue.run(offerId, async () => await change(await offerWriter.findRoom(offerId)));

/** Stores a change when it is the turn of the offer and of its room, and broadcasts the new entries after the commit. */
export const changeOffer = async <Change extends { readonly entries: readonly CommittedEntry[] }>(
  parts: ChangeOfferParts,
  offerId: number,
  store: (now: string) => Promise<Change>,
): Promise<Change> => await inTurnOfOffer(parts, offerId, async (roomId) => await changeRoom(parts, roomId, store));
