import { useLayoutEffect, useRef } from "react";
import { endBeginning } from "../platform/input/early-key.ts";
import styles from "./visually-hidden.module.css";
import { showPageName } from "../platform/page/page.ts";

let isFocusLost = false;

const always = (): boolean => true;
const isLost = ({ activeElement, body }: Document): boolean => isFocusLost && activeElement === body;

/** Focuses a screen's heading as the screen is drawn, also again where the way led back from one whose code did not come (PERF-1f). */
function useHeading(mayFocus: (page: Document) => boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (heading.current && mayFocus(heading.current.ownerDocument)) heading.current.focus();
    return () => {
      isFocusLost = true;
      endBeginning();
    };
  }, [mayFocus]);
  return heading;
}

/** A screen's heading: named in the window's title, and focused when the screen appears, so that it is read aloud (WEB-10). */
export function ScreenTitle({ children: title }: { readonly children: string }) {
  const heading = useHeading(always);
  usePageName(title);
  return (
    <h1 ref={heading} className={styles["title"]} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** The heading of a screen that needs none to be seen: focused where it follows another, and nothing in it has the focus (WEB-10). */
export function HiddenTitle({ children: title }: { readonly children: string }) {
  const heading = useHeading(isLost);
  return (
    <h1 ref={heading} className={styles["visuallyHidden"]} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** Names a screen in the window's title while it is shown: one in whose place the next is awaited (PERF-1f) has no such effect any more. */
export function usePageName(name: string): void {
  useLayoutEffect(() => {
    showPageName(name);
    return () => showPageName("");
  }, [name]);
}
