import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { enterTopLayer } from "./top-dialog.ts";

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Along the right edge at the window's full height, instead of a centred box. */
  readonly isSheet?: boolean;
  /** Along the bottom edge, as wide as a phone. */
  readonly isFromBelow?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog while mounted. The platform's own: focus stays inside and returns where it came from. */
export function Dialog({ title, closeLabel, onClose, isSheet = false, isFromBelow = false, children }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    // The first field gets the focus, not the platform's choice, the way out.
    element.querySelector("input")?.focus();
    const leaveTopLayer = enterTopLayer(element);
    return () => {
      leaveTopLayer();
      // Closing returns the focus to the opener only while the dialog is still in the page, so not in an effect.
      element.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles["dialog"], isSheet && styles["sheet"], isFromBelow && styles["below"])}
      aria-labelledby={titleId}
      onCancel={onClose}
      onClose={onClose}
    >
      <div className={styles["head"]}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={closeLabel} tipSide="left" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={isSheet ? undefined : styles["body"]}>{children}</div>
    </dialog>
  );
}
