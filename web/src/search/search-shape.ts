import type { Range } from "@cuplaj/protocol/search-text.ts";
import type { RoomFind as WireFind } from "@cuplaj/protocol/search.ts";
import type { CallError, Participant, Room } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends SearchState {}
  interface AppEvents extends SearchEvents {}
  interface AppEffects extends SearchEffects {}
  interface Commands extends SearchCommands {}
}

/** What narrows a search to messages: by whom, when, and whether they have a file. */
export interface SearchFilters {
  readonly author: Participant | null;
  readonly period: SearchPeriod | null;
  readonly hasFile: boolean;
}

/** Calendar days of the device: the last ones, or from one to another as `YYYY-MM-DD`, both included, either open. */
export type SearchPeriod =
  | { readonly kind: "today" | "week" | "month" }
  | { readonly kind: "days"; readonly from: string | null; readonly until: string | null };

/** What is searched for: what was typed, and its filters. */
export interface SearchInput extends SearchFilters {
  readonly text: string;
}

/** A message that was found: the part of its text or of its file's name around what was found, and where that stands in it. */
export interface FoundMessage {
  readonly messageId: number;
  readonly seq: number;
  readonly excerpt: string;
  readonly ranges: readonly Range[];
  readonly isFileName: boolean;
  readonly author: Participant;
  /** ISO 8601. */
  readonly sentAt: string;
}

/** What else of a room was found: its number, people, vehicle, or a line of its offer. */
export interface RoomFind {
  readonly in: WireFind["in"];
  readonly text: string;
  readonly ranges: readonly Range[];
  readonly lineId: number | null;
}

/** A room in which something was found, as it was then: it need not be in the list. */
export interface FoundRoom {
  readonly room: Room;
  readonly finds: readonly RoomFind[];
  readonly hits: readonly FoundMessage[];
}

/** A search and what has come of it. */
export interface Search {
  readonly input: SearchInput;
  /** Idle while too little is typed; waiting for the next key; what an earlier input found stays until the answer. */
  readonly phase: "idle" | "waiting" | "loading" | "ready" | "failed";
  /** The call that is under way; the answer to any other is dropped. */
  readonly callId: number | null;
  readonly rooms: readonly FoundRoom[];
  /** The last page that has come, 0 before the first. */
  readonly page: number;
  readonly isEnded: boolean;
  /** The server has not looked at everything. */
  readonly isPartial: boolean;
  readonly error: CallError | null;
}

/** Where one searches: in the panel, as one types, or on the results in place of the room list. */
export type SearchView = "panel" | "results";

/** The results have an id, by which their entry in the history finds them. */
export interface SearchResults extends Search {
  readonly id: string;
  /** The room that was open before them, where closing them leads, whether the list holds it or not; null where none was. */
  readonly before: Pick<Room, "id" | "name"> | null;
}

export interface SearchState {
  /** Null while the panel is closed. */
  readonly searchPanel: Search | null;
  /** `search_show` and `search_chats` of the specification: null while the room list shows. */
  readonly searchResults: SearchResults | null;
  /** Calls so far, each numbered. */
  readonly searchCalls: number;
  /** What was searched last on this device, the last one first. */
  readonly recentSearches: readonly string[];
}

export interface SearchEvents {
  /** `isChange`: to change what the results were searched for. */
  "search/panel-opened": { readonly isChange: boolean };
  "search/panel-closed": Nothing;
  "search/typed": { readonly text: string };
  /** Nothing was typed for a moment. */
  "search/due": Nothing;
  /** Of what stands in the panel, or of another text. */
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
  /** Something that the panel found was opened from there. */
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
  /** Its answer is no longer awaited. */
  "abort-search": { readonly callId: number };
  "load-recent-searches": Nothing;
  "save-recent-search": { readonly text: string };
  "drop-recent-search": { readonly text: string };
}

export interface SearchCommands {
  /** Opens the panel: a field that finds rooms on the page, and from 3 characters on whatever the server finds. */
  readonly openSearch: () => void;
  /** The same with what the results were searched for. */
  readonly changeSearch: () => void;
  readonly closeSearch: () => void;
  readonly typeSearch: (text: string) => void;
  /** Shows the results of what stands in the panel, or of another text, in place of the room list. */
  readonly showResults: (text?: string) => void;
  readonly filterSearch: (view: SearchView, filters: Partial<SearchFilters>) => void;
  readonly loadMoreResults: () => void;
  readonly retrySearch: (view: SearchView) => void;
  /** Back to the room list and the room that was open before; an open room stays. */
  readonly closeResults: () => void;
  /** What stands in the panel becomes a recent search. */
  readonly rememberSearch: () => void;
  readonly dropRecentSearch: (text: string) => void;
}
