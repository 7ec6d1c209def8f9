import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { isMedia, touchDevice } from "../platform/page/use-media.ts";
import styles from "./dialog.module.css";
import { useModal } from "./top-dialog.ts";

interface Looks {
  /** Along the right edge at the window's full height, instead of a centred box. */
  readonly isSheet?: boolean;
  /** Along the bottom edge, as wide as a phone. */
  readonly isFromBelow?: boolean;
  /** Near the top, over the whole screen on phones; the title is read aloud alone, and what stands at the top is its own. */
  readonly isPanel?: boolean;
}

interface DialogProps extends Looks {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog while mounted. The platform's own: focus stays inside and returns where it came from. */
export function Dialog({ title, closeLabel, onClose, children, ...looks }: DialogProps) {
  const { isPanel = false } = looks;
  const titleId = useId();
  // LOOK-6: the first field gets the focus, not the platform's choice, the way out.
  const dialog = useModal(onClose, (element) => {
    if (isPanel || !isMedia(touchDevice)) element.querySelector("input")?.focus();
  });
  return (
    <dialog
      ref={dialog}
      className={classOf(looks)}
      {...(isPanel ? { "aria-label": title } : { "aria-labelledby": titleId })}
      onCancel={onClose}
      onClose={onClose}
    >
      {!isPanel && (
        <div className={styles["head"]}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={closeLabel} tipSide="left" onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className={looks.isSheet === true || isPanel ? undefined : styles["body"]}>{children}</div>
    </dialog>
  );
}

const classOf = ({ isSheet = false, isFromBelow = false, isPanel = false }: Looks): string =>
  classNames(styles["dialog"], isSheet && styles["sheet"], isFromBelow && styles["below"], isPanel && styles["panel"]);
