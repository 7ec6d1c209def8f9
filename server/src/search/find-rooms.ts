import { anyOf, allOf, clauseTerms, roomTermsOf, type Terms, wholeTerm } from "./search-terms.ts";
import { mayViewOffer } from "../offers/rules.ts";
import { bestRooms, codeOf, findExactRoom, findInRoom, type RoomFound } from "./rank-found.ts";
import type { Search } from "./search-progress.ts";
import type { WalkPosition } from "./search-store.ts";

/** Number of rooms that are read and ranked together, newest first. */
const windowRooms = 60;
/** Maximum number of windows searched for an exact code; beyond them, it ranks like any other hit. */
const exactWindowsMax = 5;
const walkedAtFirst = 200;
const walkedAtMost = 1600;

/** Yields rooms with exactly this number, code, VIN or plate, most recent first. */
export async function* exactRooms(search: Search): AsyncGenerator<readonly RoomFound[]> {
  const code = codeOf(search.query);
  const term = code === null ? null : wholeTerm(code);
  if (term === null) return;
  let windows = 0;
  for await (const roomIds of candidates(search, { found: term, checked: term }, [term])) {
    for (const some of windowsOf(roomIds)) {
      yield await readWindow(search, some, findExactRoom);
      windows += 1;
      if (windows === exactWindowsMax) return;
    }
  }
}

/** Yields rooms found by number, people, vehicle or lines, in windows from newest to oldest, each sorted best first. */
export async function* fieldRooms(search: Search): AsyncGenerator<readonly RoomFound[]> {
  for await (const roomIds of candidates(search, roomTermsOf(search.query), clauseTerms(search.query), "and people")) {
    for (const some of windowsOf(roomIds)) yield bestRooms(await readWindow(search, some, findInRoom));
  }
}

async function* candidates(
  { reader, progress }: Search,
  all: Terms,
  clauses: readonly (string | null)[],
  people?: "and people",
): AsyncGenerator<readonly number[]> {
  const terms = clauses.filter((clause) => clause !== null);
  const byOffer = all.found === null ? null : await reader.findRooms(all);
  const named = people === undefined ? [] : await reader.findPeople(terms);
  if (byOffer !== null && named !== null) {
    const rest = allOf(terms.filter((_, index) => !named.some((somebody) => somebody.clauses[index] === true)));
    const ids = named.map(({ id }) => id);
    yield ids.length === 0 ? byOffer : await reader.addRoomsOf(byOffer, ids, rest);
    return;
  }
  // The members of rooms are looked up only if a name matches.
  const isByPeople = named === null || named.length > 0;
  let after: WalkPosition | null = null;
  for (let take = walkedAtFirst; ; take = Math.min(2 * take, walkedAtMost)) {
    if (progress.mustEnd()) return;
    const walked = await reader.walkRooms(terms, after, take, isByPeople);
    yield walked.roomIds;
    after = walked.next;
    if (after === null) return;
  }
}

function* windowsOf(roomIds: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < roomIds.length; at += windowRooms) yield roomIds.slice(at, at + windowRooms);
}

async function readWindow(
  { reader, query, caller, progress }: Search,
  roomIds: readonly number[],
  find: typeof findInRoom,
): Promise<RoomFound[]> {
  if (progress.mustEnd()) return [];
  const clauses = clauseTerms(query);
  const terms = clauses.filter((clause) => clause !== null);
  const rooms = await reader.readRooms(roomIds, terms.length < clauses.length ? null : anyOf(terms));
  return rooms.flatMap((room) => {
    const found = find(query, room, mayViewOffer(caller, { customerId: room.customer.id }));
    return found === null ? [] : [found];
  });
}
