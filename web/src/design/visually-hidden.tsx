import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

interface VisuallyHiddenProps {
  readonly as?: "span" | "h1";
  readonly children: ReactNode;
}

/** Words for those who listen; they take no room on screen. */
export function VisuallyHidden({ as: Element = "span", children }: VisuallyHiddenProps) {
  return <Element className={styles["visuallyHidden"]}>{children}</Element>;
}
