import { useEffect, useEffectEvent } from "react";

/** Marks the entry of the history that stands for something open over the page. */
const mark = "cuplaj.over";

/** While it is mounted, back closes it and leaves the page where it is. Closed otherwise, its entry leaves the history. */
export function useBackToClose(close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    // After a reload the entry is there already, with nothing open.
    if (history.state !== mark) history.pushState(mark, "");
    const hear = () => onBack();
    window.addEventListener("popstate", hear);
    return () => {
      window.removeEventListener("popstate", hear);
      if (history.state === mark) history.back();
    };
  }, []);
}
