import {
  type Clause,
  matchText,
  matchTexts,
  type Range,
  type SearchQuery,
  type SearchRank,
} from "@cuplaj/protocol/search-text.ts";
import { lettersOf } from "@cuplaj/protocol/search-tokens.ts";
import type { RoomFind } from "@cuplaj/protocol/search.ts";
import { vehicleInWords } from "../rooms/rules.ts";
import { numberTitles } from "./index-rooms.ts";
import type { SearchedMessage, SearchedRoom } from "./search-store.ts";

export interface FoundMessage {
  readonly message: SearchedMessage;
  readonly in: "text" | "file";
  readonly ranges: readonly Range[];
  readonly rank: SearchRank;
}

export interface RoomFound {
  readonly roomId: number;
  readonly finds: readonly RoomFind[];
  readonly messages: readonly FoundMessage[];
  readonly rank: SearchRank;
  /** Whether the query is exactly the room's number, plate, VIN or the code of a line. */
  readonly isExact: boolean;
}

const ranks: readonly SearchRank[] = ["whole", "beginning", "part"];
const rankOf = ({ rank }: { readonly rank: SearchRank }): number => ranks.indexOf(rank);

/** Maximum number of fields reported per room, most relevant first, since an offer may have hundreds of lines. */
const findsMax = 10;

/** FIND-1: matches a message in its current state; null without a hit. */
export function findInMessage(query: SearchQuery, message: SearchedMessage): FoundMessage | null {
  for (const where of ["text", "file"] as const) {
    const text = where === "text" ? message.text : message.fileName;
    const match = text === null ? null : matchText(query, text);
    if (match !== null) return { message, in: where, ranges: match.ranges[0] ?? [], rank: match.rank };
  }
  return null;
}

export const bestMessages = (found: readonly FoundMessage[]): FoundMessage[] =>
  found.toSorted((a, b) => rankOf(a) - rankOf(b) || b.message.seq - a.message.seq);

/** Sorts rooms best first; the sort is stable. */
export const bestRooms = (found: readonly RoomFound[]): RoomFound[] => found.toSorted((a, b) => rankOf(a) - rankOf(b));

/** Returns the number or code that the query may stand for; null if it has no digits. */
export function codeOf(query: SearchQuery): string | null {
  const code = query.clauses.flatMap(({ words }) => words).join("");
  return /\p{N}/u.test(code) ? code : null;
}

/** FIND-1: matches a room in its current state. Only callers who may view the offer find more than every member sees. */
export function findInRoom(query: SearchQuery, room: SearchedRoom, mayViewOffer: boolean): RoomFound | null {
  const fields = fieldsOf(room, mayViewOffer);
  const match = matchTexts(
    query,
    fields.map(({ text }) => text),
  );
  if (match === null) return null;
  const code = codeOf(query);
  const found = fields.flatMap((field, index) => {
    const ranges = match.ranges[index] ?? [];
    if (ranges.length === 0) return [];
    const isExact = code !== null && field.codes.includes(code);
    return [{ field, ranges, isExact, words: countWords(query, field.text) }];
  });
  const bestFirst = found.toSorted((a, b) => b.words - a.words || Number(b.isExact) - Number(a.isExact));
  return {
    roomId: room.roomId,
    finds: bestFirst.slice(0, findsMax).map(({ field: { codes: _codes, ...field }, ranges }) => ({
      ...field,
      ranges: ranges.map(([from, to]): [number, number] => [from, to]),
    })),
    messages: [],
    rank: match.rank,
    isExact: found.some(({ isExact }) => isExact),
  };
}

/** Matches a room only if the query is exactly one of its names; comparing codes excludes most rooms quickly. */
export function findExactRoom(query: SearchQuery, room: SearchedRoom, mayViewOffer: boolean): RoomFound | null {
  const code = codeOf(query);
  if (code === null || !fieldsOf(room, mayViewOffer).some(({ codes }) => codes.includes(code))) return null;
  const found = findInRoom(query, room, mayViewOffer);
  return found?.isExact === true ? found : null;
}

function countWords({ clauses }: SearchQuery, text: string): number {
  const each = clauses.flatMap((clause): Clause[] =>
    clause.kind === "phrase" ? [clause] : clause.words.map((word) => ({ kind: "words", words: [word], codes: [] })),
  );
  return each.filter((clause) => matchText({ clauses: [clause] }, text) !== null).length;
}

/** A searchable field of a room; `codes` are its exact names. */
type Field = Omit<RoomFind, "ranges"> & { readonly codes: readonly string[] };

function fieldsOf(room: SearchedRoom, mayViewOffer: boolean): Field[] {
  const { customer, vehicle, people, lines } = room;
  const named = new Map(people.map(({ id, name }) => [id, name]));
  if (mayViewOffer) named.set(customer.id, customer.name);
  const open: Field[] = [
    ...numberTitles(room.name, room.offerId).map((text): Field => {
      return { in: "number", text, codes: [text.replace(/^\D+/u, ""), lettersOf(text)] };
    }),
    ...[...named.values()].map((text): Field => ({ in: "person", text, codes: [] })),
    { in: "vehicle", text: vehicleInWords(vehicle), codes: [] },
  ];
  if (!mayViewOffer) return open;
  return [
    ...open,
    { in: "vin", text: vehicle.vin, codes: [lettersOf(vehicle.vin)] },
    { in: "plate", text: vehicle.plate, codes: [lettersOf(vehicle.plate)] },
    ...lines.map(({ id, code, brand, name }): Field => ({
      in: "line",
      text: [code, brand, name].filter((part) => part !== "").join(" · "),
      codes: [lettersOf(code)],
      line_id: id,
    })),
  ];
}
