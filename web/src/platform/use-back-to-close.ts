import { useEffect, useEffectEvent } from "react";

/** Marks the history entry that stands for something open over the page. */
export const overMark = "cuplaj.over";

/** While mounted, the back button closes it and leaves the page. Closed otherwise, its entry leaves the history. */
export function useBackToClose(close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    // After a reload the entry is there already, with nothing open.
    if (history.state !== overMark) history.pushState(overMark, "");
    const listener = () => onBack();
    window.addEventListener("popstate", listener);
    return () => {
      window.removeEventListener("popstate", listener);
      if (history.state === overMark) history.back();
    };
  }, []);
}
