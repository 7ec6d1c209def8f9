import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Words for those who listen; they take no room on screen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles["visuallyHidden"]}>{children}</span>;
}
