import { useLayoutEffect } from "react";
import { showPageName } from "./page.ts";

/** Names a screen in the window's title while it is shown: one in whose place the next is awaited (PERF-1f) has no such effect any more. */
export function usePageName(name: string): void {
  useLayoutEffect(() => {
    showPageName(name);
    return () => showPageName("");
  }, [name]);
}
