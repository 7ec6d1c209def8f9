import type { GrowthCall, TimedAnswer } from "../growth-client.ts";
import type { Side } from "../growth-side.ts";
import { type SearchTerm, searchTerms } from "./search-terms.ts";

export type Searcher = "busy" | "quiet";
export const searchers: readonly Searcher[] = ["busy", "quiet"];

export interface SearchSide {
  readonly side: Side;
  readonly terms: readonly SearchTerm[];
}

export const openSearchSide = async (side: Side): Promise<SearchSide> => ({ side, terms: await searchTerms(side) });

/** Whether a person searches for a term: only the busy person is in the long room. */
export const asks = (by: Searcher, { isInLongRoom }: SearchTerm): boolean => by === "busy" || isInLongRoom !== true;

export function search(side: Side, by: Searcher, term: SearchTerm, text: string): Promise<TimedAnswer> {
  const inRoom = term.isInLongRoom === true ? { room_id: side.longRoom } : {};
  const call: GrowthCall = { method: "POST", path: "/search", body: { search: text, ...inRoom } };
  return side[by].call(call);
}

export const roomsIn = (body: TimedAnswer["body"]): number => (Array.isArray(body["chats"]) ? body["chats"].length : 0);
export const isPartial = (body: TimedAnswer["body"]): boolean => body["partial"] === true;
