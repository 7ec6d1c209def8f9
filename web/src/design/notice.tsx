import { CircleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";
import styles from "./notice.module.css";

/** A failure shown where it happened; read aloud as it appears. */
export function FailureNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles["notice"]} role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

interface BlankProps {
  readonly title: string;
  /** For moving the focus there. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly hint?: ReactNode;
  /** A failure is announced; an empty state is not. */
  readonly isFailure?: boolean;
  readonly children?: ReactNode;
}

/** What an empty area says: what happened, what is safe, what to do next. */
export function Blank({ title, titleRef, hint, isFailure = false, children }: BlankProps) {
  return (
    <div className={styles["blank"]} role={isFailure ? "alert" : undefined}>
      <h2 ref={titleRef} tabIndex={-1}>
        {title}
      </h2>
      {hint !== undefined && <p>{hint}</p>}
      {children !== undefined && <div className={styles["blankActions"]}>{children}</div>}
    </div>
  );
}
