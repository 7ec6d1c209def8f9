import { useLayoutEffect, useRef } from "react";
import { endBeginning } from "../platform/input/early-key.ts";
import styles from "./visually-hidden.module.css";
import { showPageName } from "../platform/page/page.ts";

let isFocusLost = false;

const always = (): boolean => true;
const isLost = ({ activeElement, body }: Document): boolean => isFocusLost && activeElement === body;

/** Focuses a screen's heading on rendering, even if its code failed to load and the person comes back (PERF-1f). */
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

/** A screen's heading: sets the window's title and takes the focus, so that it is read aloud (WEB-10). */
export function ScreenTitle({ children: title }: { readonly children: string }) {
  const heading = useHeading(always);
  usePageName(title);
  return (
    <h1 ref={heading} className={styles["title"]} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** An invisible heading: takes the focus after another screen, if nothing else has the focus (WEB-10). */
export function HiddenTitle({ children: title }: { readonly children: string }) {
  const heading = useHeading(isLost);
  return (
    <h1 ref={heading} className={styles["visuallyHidden"]} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** Sets the window's title while the screen is shown. Layout effects are also cleaned up while the next screen is awaited (PERF-1f). */
export function usePageName(name: string): void {
  useLayoutEffect(() => {
    showPageName(name);
    return () => showPageName("");
  }, [name]);
}
