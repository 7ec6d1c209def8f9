import { hitsPerPage, roomsPerPage, searchCharactersMin, searchPagesMax } from "@cuplaj/protocol/limits.ts";
import type { Member, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { queryCharacters, readQuery, type SearchQuery } from "@cuplaj/protocol/search-text.ts";
import type { FoundRoom, SearchAnswer, SearchHit, SearchRequest } from "@cuplaj/protocol/search.ts";
import { isMoment } from "../kernel/clock.ts";
import { done, invalidField, type Outcome, type Refused, refused } from "../kernel/outcome.ts";
import { showListed } from "../rooms/list-rooms.ts";
import type { ShowRoomParts } from "../rooms/view-room.ts";
import { excerptOf } from "./excerpt.ts";
import { messageRooms, messagesInRoom, messagesOf } from "./find-messages.ts";
import { exactRooms, fieldRooms } from "./find-rooms.ts";
import type { FoundMessage, RoomFound } from "./rank-found.ts";
import { type Search, SearchProgress } from "./search-progress.ts";
import { SearchTooLong, type SearchStore } from "./search-store.ts";
import { type MessageFilter, termsOf } from "./search-terms.ts";

export interface SearchOwnRoomsParts extends ShowRoomParts {
  readonly search: SearchStore;
}

interface FoundPage {
  readonly rooms: readonly RoomFound[];
  readonly more: boolean;
}

/** FIND-1: searches the caller's rooms. Returns a page, best first, with the hits of each room. */
export async function searchOwnRooms(
  parts: SearchOwnRoomsParts,
  caller: User,
  request: SearchRequest,
): Promise<Outcome<SearchAnswer>> {
  const query = readQuery(request.search);
  const refusal = await refusalOf(parts, caller, request, query);
  if (refusal !== null) return refusal;
  const { page = 1, room_id: roomId } = request;
  const filter = await filterOf(parts.search, request);
  const terms = termsOf(query, filter);
  const found = await parts.search.search(caller.id, async (reader) => {
    // The time limit begins with the turn, not with the wait for it.
    const progress = new SearchProgress();
    const search: Search = { reader, caller, query, filter, progress, terms };
    const found = roomId === undefined ? await findPage(search, page) : await findPageInRoom(search, roomId, page);
    return { ...found, isPartial: progress.isPartial };
  });
  const rooms = await showFound(parts, caller, found.rooms);
  return done({ chats: rooms, page, more: found.more && page < searchPagesMax, partial: found.isPartial });
}

async function refusalOf(
  { rooms }: SearchOwnRoomsParts,
  caller: User,
  { room_id: roomId, ...request }: SearchRequest,
  query: SearchQuery,
): Promise<Refused | null> {
  if (!hasPermission(caller.roles, "rooms.view")) return refused("forbidden");
  if (queryCharacters(query) < searchCharactersMin) return invalidField("search", "too_short");
  for (const field of ["from", "until"] as const) {
    const moment = request[field];
    if (moment !== undefined && !isMoment(moment)) return invalidField(field, "not_valid");
  }
  if (roomId === undefined) return null;
  const room = await rooms.findAccess({ by: "id", id: roomId }, caller.id);
  // Other people's rooms count as missing, even for callers who may view them.
  return room === null || room.marker === null ? refused("not_found") : null;
}

const nobody = 0;

async function filterOf(store: SearchStore, { author, from, until, has_file }: SearchRequest): Promise<MessageFilter> {
  const authorId = author === undefined ? null : (await isKind(store, author)) ? author.id : nobody;
  return { authorId, from: from ?? null, until: until ?? null, hasFile: has_file === true };
}

/** AUTH-5: an id of another kind matches nobody. It is searched for anyway, so that timing reveals nothing. */
async function isKind(store: SearchStore, { id, type }: NonNullable<SearchRequest["author"]>): Promise<boolean> {
  const [author] = await store.nameAuthors([id]);
  return author?.type === type;
}

/** Whether a filter on messages applies, which excludes all other hits. */
const isFiltered = ({ authorId, from, until, hasFile }: MessageFilter): boolean =>
  authorId !== null || from !== null || until !== null || hasFile;

async function findPage(search: Search, page: number): Promise<FoundPage> {
  const streams = isFiltered(search.filter) ? [messageRooms] : [exactRooms, fieldRooms, messageRooms];
  const found = new Map<number, RoomFound>();
  const enough = roomsPerPage * page + 1;
  await unlessTooLong(search, async () => {
    for (const stream of streams) {
      for await (const rooms of stream(search)) {
        for (const room of rooms) if (!found.has(room.roomId)) found.set(room.roomId, room);
        if (found.size >= enough) return;
      }
    }
  });
  const rooms = [...found.values()].slice(enough - 1 - roomsPerPage, enough - 1);
  const byFields = rooms.filter(({ messages }) => messages.length === 0).map((room) => room.roomId);
  let messages: ReadonlyMap<number, readonly FoundMessage[]> = new Map();
  await unlessTooLong(search, async () => {
    messages = await messagesOf(search, byFields);
  });
  return {
    rooms: rooms.map((room) => ({ ...room, messages: messages.get(room.roomId) ?? room.messages })),
    more: found.size >= enough,
  };
}

async function findPageInRoom(search: Search, roomId: number, page: number): Promise<FoundPage> {
  const enough = hitsPerPage * page + 1;
  let found: readonly FoundMessage[] = [];
  await unlessTooLong(search, async () => {
    found = await messagesInRoom(search, roomId, enough);
  });
  const messages = found.slice(enough - 1 - hitsPerPage, enough - 1);
  const rooms: RoomFound[] =
    messages.length === 0 ? [] : [{ roomId, finds: [], messages, rank: "whole", isExact: false }];
  return { rooms, more: found.length >= enough };
}

async function unlessTooLong({ progress }: Search, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SearchTooLong)) throw error;
    progress.end();
  }
}

/** Returns rooms as the room list does, with their hits, without rooms that the caller has left since. */
async function showFound(parts: SearchOwnRoomsParts, caller: User, found: readonly RoomFound[]): Promise<FoundRoom[]> {
  if (found.length === 0) return [];
  const records = await parts.rooms.listEach(
    found.map(({ roomId }) => roomId),
    caller.id,
  );
  const authorIds = new Set(found.flatMap(({ messages }) => messages.map(({ message }) => message.authorId)));
  const [rooms, named] = await Promise.all([
    showListed(parts, records, caller.id),
    parts.search.nameAuthors([...authorIds]),
  ]);
  const authors = new Map(named.map((author) => [author.id, author]));
  const byId = new Map(found.map((room) => [room.roomId, room]));
  return rooms.map((room) => {
    const { finds = [], messages = [] } = byId.get(room.id) ?? {};
    return { ...room, finds: [...finds], hits: messages.flatMap((message) => toHit(message, authors)) };
  });
}

function toHit({ message, in: where, ranges }: FoundMessage, authors: ReadonlyMap<number, Member>): SearchHit[] {
  const author = authors.get(message.authorId);
  if (author === undefined) return [];
  const cut = excerptOf(where === "text" ? message.text : (message.fileName ?? ""), ranges);
  return [{ message_id: message.id, seq: message.seq, ...cut, in: where, author, created_at: message.createdAt }];
}
