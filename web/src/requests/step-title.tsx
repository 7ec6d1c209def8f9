import { useEffect, useRef } from "react";
import { focusFirst } from "../platform/input/early-key.ts";
import styles from "./new-request.module.css";

/** The heading takes the focus, so that no keyboard covers a step and a screen reader names it. */
export function StepTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusFirst(heading.current), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={styles["title"]}>
      {children}
    </h3>
  );
}
