import { createContext, use } from "react";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { useStore } from "zustand";
import type { AppState, Words } from "./shape.ts";
import type { AppStore, Dispatch } from "./store.ts";

/** Words load in three steps: those of the room list and alerts, then those of sign-in and an open conversation, then the rest. */
export type WordStep = "first" | "room" | "late";

export type LoadWords = (language: LanguageCode, upTo?: WordStep) => Promise<Words>;

export const AppContext = createContext<{
  readonly store: AppStore;
  readonly loadWords: LoadWords;
} | null>(null);

/** Selects one value of the state. The selector must return the same reference while nothing changes. */
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
