import type { Part } from "../state/part.ts";
import { deviceList } from "../platform/storage/device-list.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { SearchEffects, SearchEvents, SearchState } from "../state/search/search-shape.ts";
import type { LateSearchEffect } from "./late-runners.ts";
import { followSearches, retrySearches, searchHandlers } from "./search-state.ts";

const recentSearches = deviceList("cuplaj.searches.", 10);

export const searchPart: Part<SearchState, SearchEvents, Omit<SearchEffects, LateSearchEffect>> = {
  initial: { searchPanel: null, searchResults: null, searchCalls: 0, recentSearches: [] },
  handlers: searchHandlers,
  follow: followSearches,
  retry: retrySearches,
  run: (outside) => {
    const { getState, dispatch } = outside.store;
    const remember = (change: (owner: string) => readonly string[]): void => {
      const self = me(getState());
      if (self) dispatch({ type: "search/recent-known", texts: change(ownerKey(self)) });
    };
    return {
      "load-recent-searches": () => remember(recentSearches.stored),
      "save-recent-search": ({ text }) => remember((owner) => recentSearches.save(owner, text)),
      "drop-recent-search": ({ text }) => remember((owner) => recentSearches.drop(owner, text)),
      "forget-session": () => recentSearches.forgetAll(),
    };
  },
};
