import { useEffect } from "react";
import { showPageName } from "./page.ts";

/** Names a screen in the window's title while it is mounted. */
export function usePageName(name: string): void {
  useEffect(() => {
    showPageName(name);
    return () => showPageName("");
  }, [name]);
}
