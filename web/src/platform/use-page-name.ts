import { useEffect } from "react";
import { showPageName } from "./page.ts";

/** Names what is on screen in the window's title, for as long as it is. */
export function usePageName(name: string): void {
  useEffect(() => {
    showPageName(name);
    return () => showPageName("");
  }, [name]);
}
