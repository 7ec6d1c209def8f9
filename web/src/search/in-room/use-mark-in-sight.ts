import { type RefObject, useEffect, useRef } from "react";
import { afterFrames } from "../../platform/page/page.ts";

const framesToSettle = 6;

/** Scrolls the first mark of a long text into view once the list has reached that text (FIND-4c). */
export function useMarkInSight(isWanted: boolean): RefObject<HTMLParagraphElement | null> {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const show = (): void =>
      text.current?.querySelector("mark")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    return isWanted ? afterFrames(framesToSettle, show) : undefined;
  }, [isWanted]);
  return text;
}
