import { createContext, use } from "react";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { useStore } from "zustand";
import type { AppState, Commands, Words } from "./shape.ts";
import type { AppStore } from "./store.ts";

/** The words of all slices in a language; asking again gives the same promise. */
export type LoadWords = (language: LanguageCode) => Promise<Words>;

/** What `main.tsx` provides to all components. */
export const AppContext = createContext<{
  readonly store: AppStore;
  readonly commands: Commands;
  readonly loadWords: LoadWords;
} | null>(null);

/** One value of the state. The selector must return something that is stable while nothing changed: no fresh objects. */
export function useAppState<Value>(selector: (state: AppState) => Value): Value {
  return useStore(useProvided().store, selector);
}

/** The commands; the same object for ever. */
export function useCommands(): Commands {
  return useProvided().commands;
}

/** Loads the words of a language. */
export const useWordLoader = (): LoadWords => useProvided().loadWords;

function useProvided() {
  const provided = use(AppContext);
  if (!provided) throw new Error("A component stands outside of ChatContext.");
  return provided;
}
