import { createContext, use } from "react";
import { useAppState } from "../app-context.ts";
import type { Me } from "../entities.ts";
import { me } from "../selectors.ts";

/** Anybody may read a printed page (PRINT-1b). */
export const OnPaper = createContext(false);

/** The person addressed as "you"; null for nobody. */
export function useReader(): Me | null {
  const isOnPaper = use(OnPaper);
  return useAppState((state) => (isOnPaper ? null : me(state)));
}
