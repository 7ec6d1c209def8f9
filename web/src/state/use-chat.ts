import { createContext, use } from "react";
import { useStore } from "zustand";
import type { ChatState } from "./chat-state.ts";
import type { Commands } from "./commands.ts";
import type { ChatStore } from "./store.ts";

/** What `main.tsx` provides to all components. */
export const ChatContext = createContext<{
  readonly store: ChatStore;
  readonly commands: Commands;
} | null>(null);

/** One value of the state. The selector must return something that is stable while nothing changed: no fresh objects. */
export function useChat<Value>(selector: (state: ChatState) => Value): Value {
  return useStore(useProvided().store, selector);
}

/** The commands; the same object for ever. */
export function useCommands(): Commands {
  return useProvided().commands;
}

function useProvided() {
  const provided = use(ChatContext);
  if (!provided) throw new Error("A component stands outside of ChatContext.");
  return provided;
}
