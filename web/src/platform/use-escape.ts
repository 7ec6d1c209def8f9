import { useEffect, useEffectEvent } from "react";

/** Hears Escape wherever the focus is. For screens without the home screen's keys. */
export function useEscape(hear: () => void): void {
  const onEscape = useEffectEvent(hear);
  useEffect(() => {
    const listener = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onEscape();
    };
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
