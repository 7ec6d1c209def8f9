import type { PartFront } from "../part.ts";
import type { SearchCommands, SearchState } from "./search-shape.ts";

export const searchFront: PartFront<SearchState, SearchCommands> = {
  initial: { searchPanel: null, searchResults: null, searchCalls: 0, recentSearches: [] },
  commands: (dispatch) => ({
    openSearch: () => dispatch({ type: "search/panel-opened", isChange: false }),
    changeSearch: () => dispatch({ type: "search/panel-opened", isChange: true }),
    closeSearch: () => dispatch({ type: "search/panel-closed" }),
    typeSearch: (text) => dispatch({ type: "search/typed", text }),
    showResults: (text) => dispatch({ type: "search/results-asked", ...(text === undefined ? {} : { text }) }),
    filterSearch: (view, filters) => dispatch({ type: "search/filtered", view, filters }),
    loadMoreResults: () => dispatch({ type: "search/more-asked" }),
    retrySearch: (view) => dispatch({ type: "search/again-asked", view }),
    closeResults: () => dispatch({ type: "search/results-closed" }),
    rememberSearch: () => dispatch({ type: "search/remembered" }),
    dropRecentSearch: (text) => dispatch({ type: "search/recent-dropped", text }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
