import { CircleAlert } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./field.module.css";

interface FieldProps extends Omit<ComponentPropsWithRef<"input">, "id" | "className"> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: ReactNode;
  readonly after?: ReactNode;
}

export function Field({ label, hint, error, after, ...native }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles["field"]}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={styles["box"]} data-invalid={error !== undefined}>
        <input
          {...native}
          id={id}
          className={styles["input"]}
          aria-invalid={error !== undefined}
          aria-describedby={(error ?? hint) === undefined ? undefined : noteId}
        />
        {after}
      </div>
      {error === undefined ? (
        hint !== undefined && (
          <p id={noteId} className={styles["hint"]}>
            {hint}
          </p>
        )
      ) : (
        <p id={noteId} className={styles["error"]}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
