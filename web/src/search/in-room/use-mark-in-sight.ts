import { type RefObject, useEffect, useRef } from "react";
import { afterFrames } from "../../platform/page/page.ts";

/** How many frames a list takes to come to a message and to measure it. */
const framesToSettle = 6;

/** Brings the first mark of a text into sight, once the list has come to it: of a long one the list shows but a part (FIND-4c). */
export function useMarkInSight(isWanted: boolean): RefObject<HTMLParagraphElement | null> {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const show = (): void =>
      text.current?.querySelector("mark")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    return isWanted ? afterFrames(framesToSettle, show) : undefined;
  }, [isWanted]);
  return text;
}
