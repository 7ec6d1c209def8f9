import { CircleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";
import styles from "./notice.module.css";

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
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly hint?: ReactNode;
  readonly isFailure?: boolean;
  readonly children?: ReactNode;
}

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
