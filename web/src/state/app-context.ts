import { createContext, use } from "react";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { useStore } from "zustand";
import type { AppState, Words } from "./shape.ts";
import type { AppStore, Dispatch } from "./store.ts";

/** The first words are those of the room list and alerts; then come those of sign-in and an open conversation, then all others. */
export type WordStep = "first" | "room" | "late";

/** The words of all slices in a language, as far as a step, else all; the same call gives the same promise. */
export type LoadWords = (language: LanguageCode, upTo?: WordStep) => Promise<Words>;

export const AppContext = createContext<{
  readonly store: AppStore;
  readonly loadWords: LoadWords;
} | null>(null);

/** One value of the state. The selector must return a stable value while nothing changed: no fresh objects. */
export function useAppState<Value>(selector: (state: AppState) => Value): Value {
  return useStore(useProvided().store, selector);
}

export const useDispatch = (): Dispatch => useProvided().store.dispatch;

export const useWordLoader = (): LoadWords => useProvided().loadWords;

function useProvided() {
  const provided = use(AppContext);
  if (!provided) throw new Error("A component stands outside of AppContext.");
  return provided;
}
