import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

interface VisuallyHiddenProps {
  readonly as?: "span" | "h2";
  /** `status` if the text appears later, so that it is announced. */
  readonly role?: "status";
  readonly children: ReactNode;
}

export function VisuallyHidden({ as: Element = "span", role, children }: VisuallyHiddenProps) {
  return (
    <Element className={styles["visuallyHidden"]} role={role}>
      {children}
    </Element>
  );
}
