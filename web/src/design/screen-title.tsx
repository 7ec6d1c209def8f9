import { useEffect, useRef } from "react";
import { endBeginning } from "../platform/early-key.ts";
import { usePageName } from "../platform/use-page-name.ts";
import styles from "./screen-title.module.css";
import hidden from "./visually-hidden.module.css";

/** Whether a screen has gone, and the focus with it. */
let isFocusLost = false;

/** A screen's heading: named in the window's title, and focused when the screen appears, so that it is read aloud (WEB-10). */
export function ScreenTitle({ children: title }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageName(title);
  useEffect(() => {
    heading.current?.focus();
    return () => {
      isFocusLost = true;
      endBeginning();
    };
  }, []);
  return (
    <h1 ref={heading} className={styles["title"]} tabIndex={-1}>
      {title}
    </h1>
  );
}

/** The heading of a screen that needs none to be seen: focused where it follows another, and nothing in it has the focus (WEB-10a). */
export function HiddenTitle({ children: title }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const page = heading.current?.ownerDocument;
    if (isFocusLost && page?.activeElement === page?.body) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} className={hidden["visuallyHidden"]} tabIndex={-1}>
      {title}
    </h1>
  );
}
