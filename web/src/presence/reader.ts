import { createContext, use } from "react";
import { useAppState } from "../state/app-context.ts";
import type { Me } from "../state/entities.ts";
import { me } from "../state/selectors.ts";

/** Paper is read by anybody (PRINT-1d). */
export const OnPaper = createContext(false);

/** Who is called "you" in what people did; null for nobody. */
export function useReader(): Me | null {
  const isOnPaper = use(OnPaper);
  return useAppState((state) => (isOnPaper ? null : me(state)));
}
