import { useEffect, useRef } from "react";
import { usePageName } from "../platform/use-page-name.ts";
import styles from "./screen-title.module.css";

/** A screen's heading: named in the window's title, and focused when the screen appears, so that it is read aloud (WEB-10). */
export function ScreenTitle({ children: title }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageName(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} className={styles["title"]} tabIndex={-1}>
      {title}
    </h1>
  );
}
