import type { Range } from "@cuplaj/protocol/search-text.ts";
import type { RoomFind as WireFind } from "@cuplaj/protocol/search.ts";
import type { CallError, Participant, Room } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends SearchState {}
  interface AppEvents extends SearchEvents {}
  interface AppEffects extends SearchEffects {}
}

export interface SearchFilters {
  readonly author: Participant | null;
  readonly period: SearchPeriod | null;
  readonly hasFile: boolean;
}

/** Calendar days on the device: recent ones, or a range of `YYYY-MM-DD` that is inclusive and may be open on either side. */
export type SearchPeriod =
  | { readonly kind: "today" | "week" | "month" }
  | { readonly kind: "days"; readonly from: string | null; readonly until: string | null };

export interface SearchInput extends SearchFilters {
  readonly text: string;
}

export interface FoundMessage {
  readonly messageId: number;
  readonly seq: number;
  readonly excerpt: string;
  readonly ranges: readonly Range[];
  readonly isFileName: boolean;
  readonly author: Participant;
  readonly sentAt: string;
}

export interface RoomFind {
  readonly in: WireFind["in"];
  readonly text: string;
  readonly ranges: readonly Range[];
  readonly lineId: number | null;
}

/** A room as found: a snapshot, which need not be in the room list. */
export interface FoundRoom {
  readonly room: Room;
  readonly finds: readonly RoomFind[];
  readonly hits: readonly FoundMessage[];
}

export interface Search {
  readonly input: SearchInput;
  /** `idle` while the text is too short. Earlier results stay until the response. */
  readonly phase: "idle" | "waiting" | "loading" | "ready" | "failed";
  /** The call in flight; responses to any other call are dropped. */
  readonly callId: number | null;
  readonly rooms: readonly FoundRoom[];
  /** The last page loaded, 0 before the first. */
  readonly page: number;
  readonly isEnded: boolean;
  readonly isPartial: boolean;
  readonly error: CallError | null;
}

export type SearchView = "panel" | "results";

/** Search results; the history entry refers to them by id. */
export interface SearchResults extends Search {
  readonly id: string;
  readonly before: Pick<Room, "id" | "name"> | null;
}

export interface SearchState {
  readonly searchPanel: Search | null;
  /** `search_show` and `search_chats` of the specification; null while the room list is shown. */
  readonly searchResults: SearchResults | null;
  readonly searchCalls: number;
  readonly recentSearches: readonly string[];
}

export interface SearchEvents {
  /** `isChange` is true if the panel edits the search of the shown results. */
  "search/panel-opened": { readonly isChange: boolean };
  "search/panel-closed": Nothing;
  "search/typed": { readonly text: string };
  "search/due": Nothing;
  "search/results-asked": { readonly text?: string };
  "search/filtered": { readonly view: SearchView; readonly filters: Partial<SearchFilters> };
  "search/more-asked": Nothing;
  "search/again-asked": { readonly view: SearchView };
  "search/results-closed": Nothing;
  "search/answered": {
    readonly view: SearchView;
    readonly callId: number;
    readonly page: number;
    readonly rooms: readonly FoundRoom[];
    readonly isEnded: boolean;
    readonly isPartial: boolean;
  };
  "search/failed": { readonly view: SearchView; readonly callId: number; readonly error: CallError };
  "search/remembered": Nothing;
  "search/recent-known": { readonly texts: readonly string[] };
  "search/recent-dropped": { readonly text: string };
}

export interface SearchEffects {
  "call-search": {
    readonly view: SearchView;
    readonly callId: number;
    readonly input: SearchInput;
    readonly page: number;
  };
  "abort-search": { readonly callId: number };
  "load-recent-searches": Nothing;
  "save-recent-search": { readonly text: string };
  "drop-recent-search": { readonly text: string };
}
