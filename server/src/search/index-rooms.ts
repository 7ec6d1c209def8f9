import { offerRoomName } from "@cuplaj/protocol/channels.ts";
import { roomTitle } from "../rooms/rules.ts";
import { wordsOfTexts } from "./cut-chunks.ts";
import type { IndexBatch, IndexedOffer, LogSpan, RoomState } from "./index-store.ts";
import { writeSpans } from "./write-spans.ts";

/** Maximum number of events per batch, counting all its rooms; enough to be worth a transaction. */
const eventsMax = 2000;

export interface IndexedRooms {
  /** Rooms that are now up to date with their logs, as of the beginning of the batch. */
  readonly done: ReadonlySet<number>;
  /** The last room read. The next batch begins after it, so that a room that is always behind does not block the others. */
  readonly lastId: number | null;
  readonly bytes: number;
}

/** Brings as many rooms up to date as fit in one batch, both their offers and their logs. */
export async function indexRooms(batch: IndexBatch, ids: readonly number[]): Promise<IndexedRooms> {
  const rooms = await batch.findRooms(ids);
  const old = rooms.filter(({ isOld }) => isOld);
  await indexOffers(
    batch,
    old.flatMap(({ offerId }) => offerId ?? []),
  );
  const withoutOffer = old.filter(({ offerId }) => offerId === null).map(({ id }) => id);
  if (withoutOffer.length > 0) await saveWords(batch, await batch.findRequests(withoutOffer));
  const spans = spansOf(rooms);
  const written = await writeSpans(batch, [...spans.values()], true);
  const states = rooms.map((room) => {
    const span = spans.get(room);
    return { id: room.id, logSeq: (span === undefined ? undefined : written.upto.get(span)) ?? room.logSeq };
  });
  await batch.saveRooms(states);
  const heads = new Map(rooms.map(({ id, lastSeq }) => [id, lastSeq]));
  const done = states.filter(({ id, logSeq }) => logSeq === heads.get(id));
  const lastId = [...written.upto.keys()].at(-1)?.roomId ?? null;
  return { done: new Set(done.map(({ id }) => id)), lastId, bytes: written.bytes };
}

/** Returns the spans to read; each starts at its room's open chunk. */
function spansOf(rooms: readonly RoomState[]): Map<RoomState, LogSpan> {
  const spans = new Map<RoomState, LogSpan>();
  let left = eventsMax;
  for (const room of rooms) {
    const lastSeq = Math.min(room.lastSeq, room.logSeq + left);
    if (lastSeq <= room.logSeq) continue;
    spans.set(room, { roomId: room.id, firstSeq: room.openSeq ?? room.logSeq + 1, lastSeq });
    left -= lastSeq - room.logSeq;
  }
  return spans;
}

/** Rewrites the words of offers and of their rooms. */
export async function indexOffers(batch: IndexBatch, offerIds: readonly number[]): Promise<void> {
  if (offerIds.length > 0) await saveWords(batch, await batch.findOffers(offerIds));
}

const saveWords = (batch: IndexBatch, offers: readonly IndexedOffer[]): Promise<void> =>
  batch.saveOffers(
    offers.map(({ texts, name, ...offer }) => ({
      ...offer,
      words: wordsOfTexts([...numberTitles(name, offer.offerId), offer.customerName, ...texts]),
    })),
  );

/** REQ-1: a room that began with a request is also found by the number of its offer. */
export function numberTitles(name: string | null, offerId: number | null): readonly string[] {
  const names = [...(name === null ? [] : [name]), ...(offerId === null ? [] : [offerRoomName(offerId)])];
  return [...new Set(names.map(roomTitle))];
}
