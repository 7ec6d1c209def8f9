import { useEffect, useEffectEvent } from "react";

/** Marks the entry of the history that stands for something open over the page. */
const mark = "cuplaj.over";

/** While it is mounted, back closes it and leaves the page where it is. Closed otherwise, its entry leaves the history. */
export function useBackToClose(close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    // After a reload the entry is there already, with nothing open.
    if (history.state !== mark) history.pushState(mark, "");
    const listener = () => onBack();
    window.addEventListener("popstate", listener);
    return () => {
      window.removeEventListener("popstate", listener);
      if (history.state === mark) history.back();
    };
  }, []);
}
