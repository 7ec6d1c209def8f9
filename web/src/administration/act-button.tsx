import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import styles from "./administration.module.css";

interface ActButtonProps {
  readonly label: string;
  /** What the label says of more than itself, where it stands in a list. */
  readonly name?: string;
  /** What happens by it, asked before; absent where it can be undone. */
  readonly question?: string;
  readonly isBusy: boolean;
  readonly onAct: () => void;
}

/** A change by one press, or by a second one where it cannot be undone. */
export function ActButton({ label, name, question, isBusy, onAct }: ActButtonProps) {
  const t = useTranslations("administration");
  const [isAsking, setIsAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) confirm.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (isAsking && question !== undefined)
    return (
      <div className={styles["question"]} role="group" aria-label={label}>
        <p>{question}</p>
        <div className={styles["actions"]}>
          <Button
            ref={confirm}
            look="primary"
            onClick={() => {
              setIsAsking(false);
              onAct();
            }}
          >
            {label}
          </Button>
          <Button onClick={() => setIsAsking(false)}>{t("cancel")}</Button>
        </div>
      </div>
    );
  return (
    <Button
      ref={first}
      isBusy={isBusy}
      aria-label={name}
      onClick={question === undefined ? onAct : () => setIsAsking(true)}
    >
      {isBusy ? t("busy") : label}
    </Button>
  );
}
