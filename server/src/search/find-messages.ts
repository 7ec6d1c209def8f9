import { hitsPerRoomMax } from "@cuplaj/protocol/limits.ts";
import { endOfTick } from "../kernel/clock.ts";
import { bestMessages, bestRooms, findInMessage, type FoundMessage, type RoomFound } from "./rank-found.ts";
import type { Search } from "./search-progress.ts";
import type { Chunk, RoomChunks, WalkedRooms } from "./search-store.ts";
import { beginningsOf } from "./search-terms.ts";

/** Number of rooms that are read in parallel and ranked together, those with the newest candidates first. */
const windowRooms = 40;
const chunksAtOnce = 40;
/** Longest time to compare texts before yielding to other work, in ms. */
const tickMs = 5;
/** Maximum number of chunks to read for further hits once a room has one. */
const chunksForMore = 16;
/** Numbers of rooms per walk: in the first walk, in all walks before the index is queried, and at most. */
const walkedAtFirst = 60;
const walkedBeforeIndex = 240;
const walkedAtMost = 480;
/** If at least this many of the first rooms, or of a room's newest chunks, contain a term, searching them is faster without the index. */
const [commonRoomsMin, commonChunksMin] = [6, 30];
/** If this many of those rooms contain all the words, but in different messages, the index would return too many chunks. */
const namedRoomsMax = 20;

/** Yields rooms with hits in messages, in windows from newest to oldest, each sorted best first. */
export async function* messageRooms(search: Search): AsyncGenerator<readonly RoomFound[]> {
  for await (const rooms of candidates(search)) {
    for (let at = 0; at < rooms.length; at += windowRooms) {
      if (search.progress.mustEnd()) return;
      const found = await readRooms(search, rooms.slice(at, at + windowRooms));
      yield bestRooms(
        found.toSorted((a, b) => {
          const [newestOfA, newestOfB] = [newestOf(a), newestOf(b)];
          return newestOfA === newestOfB ? b.roomId - a.roomId : newestOfA < newestOfB ? 1 : -1;
        }),
      );
    }
  }
}

const newestOf = ({ messages }: RoomFound): string =>
  messages.reduce((newest, { message }) => (message.createdAt > newest ? message.createdAt : newest), "");

export async function messagesOf(
  search: Search,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FoundMessage[]>> {
  if (roomIds.length === 0 || search.progress.mustEnd()) return new Map();
  const rooms = await search.reader.chunksOf(search.terms, search.filter, roomIds);
  const found = await readRooms(search, rooms);
  return new Map(found.map(({ roomId, messages }) => [roomId, messages]));
}

/** Returns hits in a room, newest first, and stops at `wanted` hits. */
export async function messagesInRoom(search: Search, roomId: number, wanted: number): Promise<FoundMessage[]> {
  const found: FoundMessage[] = [];
  for await (const chunks of chunksOfRoom(search, roomId)) {
    for (let at = 0; at < chunks.length && found.length < wanted; at += chunksAtOnce) {
      if (search.progress.mustEnd()) return found;
      found.push(...(await readChunks(search, chunks.slice(at, at + chunksAtOnce))));
    }
    if (found.length >= wanted) return found;
  }
  return found;
}

/** Yields a room's candidate chunks, newest first: by walking the room if there are many, otherwise through the index. */
async function* chunksOfRoom(search: Search, roomId: number): AsyncGenerator<readonly Chunk[]> {
  const { reader, terms, filter } = search;
  const newest = await reader.walkRoom(terms, filter, roomId, null);
  if (newest.beforeSeq !== null && newest.chunks.length < commonChunksMin) {
    const rooms = await reader.findChunks(terms, filter, roomId);
    if (rooms !== null) {
      yield rooms.flatMap(({ chunks }) => chunks);
      return;
    }
  }
  yield newest.chunks;
  if (newest.beforeSeq !== null) yield* walkRoom(search, roomId, newest.beforeSeq);
}

async function* walkRoom(
  { reader, terms, filter, progress }: Search,
  roomId: number,
  belowSeq: number | null,
): AsyncGenerator<readonly Chunk[]> {
  let beforeSeq = belowSeq;
  do {
    if (progress.mustEnd()) return;
    const walked = await reader.walkRoom(terms, filter, roomId, beforeSeq);
    yield walked.chunks;
    beforeSeq = walked.beforeSeq;
  } while (beforeSeq !== null);
}

/**
 * Yields candidate rooms. The index first reads all entries of a term, which is slow for common ones, so this walks the newest rooms and asks the
 * index only if few of them match.
 */
async function* candidates(search: Search): AsyncGenerator<readonly RoomChunks[]> {
  const { reader, terms, filter, progress } = search;
  let walked = await walkNewest(search);
  const found = await findRare(search, walked);
  if (found !== null) {
    yield found;
    return;
  }
  for (let take = 2 * walkedAtFirst; ; take = Math.min(2 * take, walkedAtMost)) {
    yield walked.rooms.filter(({ chunks, isCut }) => chunks.length > 0 || isCut);
    if (walked.next === null || progress.mustEnd()) return;
    walked = await reader.walkChunks(terms, filter, walked.next, take);
  }
}

/** Walks as many of the newest rooms as it takes to tell whether a term is common. */
async function walkNewest({ reader, terms, filter }: Search): Promise<WalkedRooms> {
  const walked = await reader.walkChunks(terms, filter, null, walkedAtFirst);
  if (walked.next === null || countHolding(walked.rooms) >= commonRoomsMin) return walked;
  return await reader.walkChunks(terms, filter, null, walkedBeforeIndex);
}

/** Queries the index for a term that few of the newest rooms contain; null if those rooms suffice or the index would return too many chunks. */
async function findRare(search: Search, { rooms, next }: WalkedRooms): Promise<readonly RoomChunks[] | null> {
  // A walk over few rooms may omit older parts of long ones.
  const isOpen = next !== null || rooms.some(({ isCut }) => isCut);
  if (!isOpen || search.terms.found === null || countHolding(rooms) >= commonRoomsMin) return null;
  if (!(await isFewWords(search))) return null;
  return await search.reader.findChunks(search.terms, search.filter, null);
}

async function isFewWords({ reader, terms, filter }: Search): Promise<boolean> {
  const { rooms } = await reader.walkChunks({ ...terms, checked: terms.found }, filter, null, walkedBeforeIndex);
  return countHolding(rooms) < namedRoomsMax;
}

const countHolding = (rooms: readonly RoomChunks[]): number => rooms.filter(({ chunks }) => chunks.length > 0).length;

type FoundByRoom = ReadonlyMap<number, FoundMessage[]>;

/** Reads the rooms' messages, newest first, until each has enough hits. */
async function readRooms(search: Search, rooms: readonly RoomChunks[]): Promise<RoomFound[]> {
  const found: FoundByRoom = new Map(rooms.map(({ roomId }) => [roomId, []]));
  let [read, share] = [0, 1];
  for (let pending = rooms; pending.length > 0; pending = pending.filter((room) => isWanted(room, read, found))) {
    if (search.progress.mustEnd()) break;
    const from = read;
    read += share;
    await addFound(
      search,
      pending.flatMap(({ chunks }) => chunks.slice(from, read)),
      found,
    );
    share *= 2;
  }
  for (const room of rooms)
    if (room.isCut && found.get(room.roomId)?.length === 0) await readOlder(search, room, found);
  return rooms.flatMap(({ roomId }) => toFound(roomId, found.get(roomId) ?? []));
}

function isWanted({ roomId, chunks }: RoomChunks, read: number, found: FoundByRoom): boolean {
  const hits = found.get(roomId)?.length ?? 0;
  return read < chunks.length && (hits === 0 || (hits < hitsPerRoomMax && read < chunksForMore));
}

/** Older chunks may match even if the newest ones do not. */
async function readOlder(search: Search, { roomId, chunks }: RoomChunks, found: FoundByRoom): Promise<void> {
  for await (const older of walkRoom(search, roomId, chunks.at(-1)?.firstSeq ?? null)) {
    await addFound(search, older, found);
    if (found.get(roomId)?.length !== 0) return;
  }
}

async function addFound(search: Search, chunks: readonly Chunk[], found: FoundByRoom): Promise<void> {
  for (let at = 0; at < chunks.length; at += chunksAtOnce) {
    if (search.progress.mustEnd()) return;
    for (const each of await readChunks(search, chunks.slice(at, at + chunksAtOnce)))
      found.get(each.message.roomId)?.push(each);
  }
}

function toFound(roomId: number, found: readonly FoundMessage[]): RoomFound[] {
  const messages = bestMessages(found).slice(0, hitsPerRoomMax);
  const [best] = messages;
  return best === undefined ? [] : [{ roomId, finds: [], messages, rank: best.rank, isExact: false }];
}

async function readChunks(
  { reader, query, filter, progress }: Search,
  chunks: readonly Chunk[],
): Promise<FoundMessage[]> {
  progress.countRead(chunks.length);
  const found: FoundMessage[] = [];
  let tickBeganMs = performance.now();
  for (const message of await reader.readMessages(chunks, filter, beginningsOf(query))) {
    // Long texts and complex queries must not block other work.
    if (performance.now() - tickBeganMs > tickMs) {
      if (progress.mustEnd()) break;
      await endOfTick();
      tickBeganMs = performance.now();
    }
    const each = findInMessage(query, message);
    if (each !== null) found.push(each);
  }
  return found;
}
