import { createContext, use } from "react";
import { useAppState } from "../app-context.ts";
import type { Me } from "../entities.ts";
import { me } from "../selectors.ts";

/** Paper is read by anybody (PRINT-1b). */
export const OnPaper = createContext(false);

/** Who is called "you" in what people did; null for nobody. */
export function useReader(): Me | null {
  const isOnPaper = use(OnPaper);
  return useAppState((state) => (isOnPaper ? null : me(state)));
}
