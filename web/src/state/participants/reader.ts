import { createContext, use } from "react";
import { useAppState } from "../app-context.ts";
import type { Me } from "../entities.ts";
import { me } from "../selectors.ts";

/** True on a printed page, which anybody may read (PRINT-1b). */
export const OnPaper = createContext(false);

/** The person to address as "you"; null on paper, which anybody may read. */
export function useReader(): Me | null {
  const isOnPaper = use(OnPaper);
  return useAppState((state) => (isOnPaper ? null : me(state)));
}
