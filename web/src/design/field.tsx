import { CircleAlert } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./field.module.css";

interface Said {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
}

interface FieldProps extends Said, Omit<ComponentPropsWithRef<"input">, "id" | "className"> {
  readonly after?: ReactNode;
}

export function Field({ label, hint, error, after, ...native }: FieldProps) {
  const { own, framed } = useFrame({ label, hint, error });
  return framed(
    <>
      <input {...native} {...own} />
      {after}
    </>,
  );
}

type TextFieldProps = Said & Omit<ComponentPropsWithRef<"textarea">, "id" | "className">;

/** A field of several lines. */
export function TextField({ label, hint, error, ...native }: TextFieldProps) {
  const { own, framed } = useFrame({ label, hint, error });
  return framed(<textarea dir="auto" {...native} {...own} />);
}

/** Names and describes an input, and frames it. */
function useFrame({ label, hint, error }: Said) {
  const id = useId();
  const noteId = `${id}-note`;
  const isWrong = error !== undefined;
  const own = {
    id,
    className: styles["input"],
    "aria-invalid": isWrong,
    "aria-describedby": (error ?? hint) === undefined ? undefined : noteId,
  };
  const framed = (input: ReactNode) => (
    <div className={styles["field"]}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={styles["box"]} data-invalid={isWrong}>
        {input}
      </div>
      {isWrong ? (
        <p id={noteId} className={styles["error"]}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint !== undefined && (
          <p id={noteId} className={styles["hint"]}>
            {hint}
          </p>
        )
      )}
    </div>
  );
  return { own, framed };
}
