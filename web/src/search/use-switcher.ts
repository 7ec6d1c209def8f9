import { useState } from "react";
import type { AppState } from "../state/shape.ts";
import { useAppState } from "../state/app-context.ts";
import { recentMatches, switcherMatches, type SwitcherMatches } from "./switcher.ts";

interface Switcher extends SwitcherMatches {
  readonly recent: readonly string[];
}

/** What the switcher offers for a text. It stays as it is until the text changes: nothing moves under a key or pointer. */
export function useSwitcher(text: string): Switcher {
  const [offer] = useState(createOffer);
  return useAppState((state) => offer(state, text));
}

function createOffer(): (state: AppState, text: string) => Switcher {
  let by: readonly unknown[] = [];
  let offered: Switcher = { rooms: [], customers: [], recent: [] };
  return (state, text) => {
    const now = [text, state.recentSearches, state.rooms.page > 0];
    if (now.every((value, index) => value === by[index])) return offered;
    by = now;
    offered = { ...switcherMatches(state, text), recent: recentMatches(state, text) };
    return offered;
  };
}
