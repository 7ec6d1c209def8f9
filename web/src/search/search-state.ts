import { isEnough, typedPauseMs } from "../state/search/typed-search.ts";
import { hasFailed, retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { paths, routeOfPath } from "../state/navigation/paths.ts";
import { ownerOf, selectedRoomId } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Change, type Context, type Handlers, type IsDue } from "../state/transition.ts";
import { entryOf, noFilters, searchOfEntry } from "./search-entry.ts";
import type { Search, SearchEvents, SearchInput, SearchView, SearchResults } from "../state/search/search-shape.ts";

/** SYNC-8a: one key for all searches, since the server throttles by person. */
const failureKey = "search";

export const searchHandlers: Handlers<keyof SearchEvents | "address/arrived" | "rooms/removed"> = {
  "search/panel-opened": (state, { isChange }, context) => {
    if (state.searchPanel !== null) return changed(state);
    const opened = changed(state, [{ type: "load-recent-searches" }]);
    const begun = isChange && state.searchResults ? beginning(state.searchResults.input) : blank;
    return andThen(opened, (next) => askInTime(withPanel(next, begun), "panel", context));
  },

  "search/panel-closed": (state) => changed(withPanel(state, null)),

  "search/typed": (state, { text }) => {
    const { searchPanel: panel } = state;
    if (panel === null) return changed(state);
    const input = { ...panel.input, text };
    if (text.trim() === panel.input.text.trim()) return changed(withPanel(state, { ...panel, input }));
    if (!isEnough(text)) return changed(withPanel(state, beginning(input)));
    return changed(withPanel(state, { ...panel, input, phase: "waiting", callId: null, page: 0 }), [
      { type: "dispatch-later", key: "search", delayMs: typedPauseMs, event: { type: "search/due" } },
    ]);
  },

  "search/due": (state, _event, context) =>
    state.searchPanel?.phase === "waiting" ? askInTime(state, "panel", context) : changed(state),

  "search/results-asked": (state, { text }, context) => {
    const { searchPanel: panel } = state;
    const input = text === undefined ? panel?.input : { ...noFilters, text };
    if (input === undefined || !isEnough(input.text)) return changed(state);
    const isThere = text === undefined && panel?.phase === "ready";
    const search = isThere ? panel : beginning(input);
    const results: SearchResults = { ...search, id: context.newId(), before: roomBefore(state) };
    const opened = { ...state, searchPanel: null, searchResults: results };
    const shown = isThere ? changed(opened) : askInTime(opened, "results", context);
    return andThen(shown, (next) =>
      changed(next, [{ type: "save-recent-search", text: input.text.trim() }, ...showEntry(next, results, "push")]),
    );
  },

  "search/filtered": (state, { view, filters }, context) => {
    const search = searchIn(state, view);
    if (search === null) return changed(state);
    const input = { ...search.input, ...filters };
    const asked = askInTime(withSearch(state, view, { ...search, input, page: 0 }), view, context);
    return andThen(asked, (next) => changed(next, view === "results" ? renewEntry(next) : []));
  },

  "search/more-asked": (state, _event, context) => {
    const results = state.searchResults;
    return results?.phase === "ready" && !results.isEnded ? askInTime(state, "results", context) : changed(state);
  },

  "search/again-asked": (state, { view }, context) => askInTime(state, view, context),

  "search/results-closed": (state) =>
    changed(
      { ...state, searchResults: null },
      state.route.kind === "search" ? [{ type: "navigate-back", to: pathBefore(state) }] : [],
    ),

  "search/answered": (state, { view, callId, page, rooms, isEnded, isPartial }) => {
    const search = searchIn(state, view);
    if (search?.callId !== callId) return changed(state);
    const known = new Set(search.rooms.map(({ room }) => room.id));
    const all = page === 1 ? rooms : [...search.rooms, ...rooms.filter(({ room }) => !known.has(room.id))];
    const found = { rooms: all, page, isEnded, isPartial, phase: "ready", callId: null, error: null } as const;
    return changed(withSearch(withoutFailure(state, failureKey), view, { ...search, ...found }));
  },

  "search/failed": (state, { view, callId, error }, context) => {
    const search = searchIn(state, view);
    if (search?.callId !== callId) return changed(state);
    const failed = withSearch(state, view, { ...search, phase: "failed", callId: null, error });
    return retryLater(failed, failureKey, error, context);
  },

  "search/remembered": (state) =>
    changed(
      state,
      state.searchPanel ? [{ type: "save-recent-search", text: state.searchPanel.input.text.trim() }] : [],
    ),
  "search/recent-known": (state, { texts }) => changed({ ...state, recentSearches: texts }),
  "search/recent-dropped": (state, { text }) => changed(state, [{ type: "drop-recent-search", text }]),

  // Navigation closes the panel. Navigating to the room list also closes the results (specification, section 4).
  "address/arrived": (state, { path, entry }, context) => {
    const next = withPanel(state, null);
    const { kind } = routeOfPath(path);
    if (kind === "home") return changed({ ...next, searchResults: null });
    return kind === "search" ? arriveAtResults(next, entry, context) : changed(next);
  },

  "rooms/removed": (state, { roomId }) => {
    const left = views.reduce((next, view) => withoutRoom(next, view, roomId), state);
    const { searchResults: results } = left;
    return changed(results?.before?.id === roomId ? { ...left, searchResults: { ...results, before: null } } : left);
  },
};

const views = ["panel", "results"] as const;

export const retrySearches = (state: AppState, isDue: IsDue): Change =>
  views.reduce(
    (change, view) =>
      searchIn(state, view)?.phase === "failed" && isDue(failureKey)
        ? andThen(change, (next) => ask(next, view))
        : change,
    changed(state),
  );

/** FIND-3c: aborts calls whose responses are no longer awaited. */
export const followSearches = (before: AppState, after: AppState): readonly Effect[] =>
  views.flatMap((view) => {
    const callId = searchIn(before, view)?.callId ?? null;
    const isAwaited = callId === null || callId === searchIn(after, view)?.callId;
    return isAwaited ? [] : [{ type: "abort-search", callId } as const];
  });

export const searchIn = (state: AppState, view: SearchView): Search | null =>
  view === "panel" ? state.searchPanel : state.searchResults;

/** Keeps the results if the history entry is theirs. Any other search from the history runs again. */
function arriveAtResults(state: AppState, entry: unknown, context: Context): Change {
  const { searchResults: results } = state;
  const named = searchOfEntry(entry, owner(state));
  if (results !== null && (named === null || named.id === results.id)) {
    const shown = searchOfEntry(entryOf(results, owner(state)), owner(state));
    const isNamed = JSON.stringify(shown) === JSON.stringify(named);
    return changed(state, isNamed ? [] : showEntry(state, results, "replace"));
  }
  const { text, author, period, hasFile } = named ?? { ...noFilters, text: "" };
  const id = named?.id ?? context.newId();
  const begun = { ...beginning({ text, author, period, hasFile }), id, before: named?.before ?? null };
  return askInTime({ ...state, searchResults: begun }, "results", context);
}

/** Puts the search into the history entry, so that reloading or going back restores the results. */
const showEntry = (state: AppState, results: SearchResults, how: "push" | "replace"): readonly Effect[] => [
  { type: "navigate", to: paths.search, replace: how === "replace", entry: entryOf(results, owner(state)) },
];

const renewEntry = (state: AppState): readonly Effect[] =>
  state.route.kind === "search" && state.searchResults ? showEntry(state, state.searchResults, "replace") : [];

/** FIND-3f: the room that was open before the results. A changed search keeps it. */
function roomBefore(state: AppState): SearchResults["before"] {
  const open = state.rooms.byId[selectedRoomId(state) ?? 0];
  return open ? { id: open.id, name: open.name } : (state.searchResults?.before ?? null);
}

function pathBefore({ searchResults }: AppState): string {
  const before = searchResults?.before ?? null;
  return before === null ? paths.home : paths.view(before.name);
}

const owner = (state: AppState): string => ownerOf(state) ?? "";

function askInTime(state: AppState, view: SearchView, { now }: Pick<Context, "now">): Change {
  const search = searchIn(state, view);
  const failure = state.failures[failureKey];
  return search && hasFailed(state, failureKey) && failure && failure.notBefore > now
    ? changed(withSearch(state, view, { ...search, phase: "failed", callId: null, error: failure.error }))
    : ask(state, view);
}

function ask(state: AppState, view: SearchView): Change {
  const search = searchIn(state, view);
  if (search === null) return changed(state);
  if (!isEnough(search.input.text)) return changed(withSearch(state, view, beginning(search.input)));
  const callId = state.searchCalls + 1;
  const asking = { ...underWay(state, failureKey), searchCalls: callId };
  return changed(withSearch(asking, view, { ...search, phase: "loading", callId, error: null }), [
    { type: "call-search", view, callId, input: search.input, page: search.page + 1 },
  ]);
}

const beginning = (input: SearchInput): Search => ({
  input,
  ...{ phase: "idle", callId: null, rooms: [], page: 0, isEnded: false, isPartial: false, error: null },
});
const blank = beginning({ ...noFilters, text: "" });

const withPanel = (state: AppState, searchPanel: Search | null): AppState =>
  state.searchPanel === searchPanel ? state : { ...state, searchPanel };

function withSearch(state: AppState, view: SearchView, search: Search): AppState {
  if (view === "panel") return withPanel(state, search);
  const { searchResults: results } = state;
  return results === null ? state : { ...state, searchResults: { ...results, ...search } };
}

function withoutRoom(state: AppState, view: SearchView, roomId: number): AppState {
  const search = searchIn(state, view);
  const rooms = search?.rooms.filter(({ room }) => room.id !== roomId) ?? [];
  return search === null || rooms.length === search.rooms.length
    ? state
    : withSearch(state, view, { ...search, rooms });
}
