import { X } from "lucide-react";
import {
  type ReactNode,
  useId,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { isMedia, touchDevice } from "../platform/page/use-media.ts";
import styles from "./dialog.module.css";
import { useBackToClose } from "../platform/input/use-back-to-close.ts";

const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** A `dialog` that is modal while mounted. Back closes it (BACK-1), and the focus returns to its opener. */
export function useModal(
  onClose: () => void,
  focusFirst: (dialog: HTMLDialogElement) => void,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const focus = useEffectEvent(focusFirst);
  useBackToClose(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    focus(element);
    const leaveTopLayer = enterTopLayer(element);
    return () => {
      leaveTopLayer();
      // Not in an effect: closing restores the focus only while the dialog is still in the page.
      element.close();
    };
  }, []);
  return dialog;
}

function enterTopLayer(dialog: HTMLElement): () => void {
  open.push(dialog);
  for (const listener of listeners) listener();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    for (const listener of listeners) listener();
  };
}

export const useTopDialog = (): HTMLElement | null => useSyncExternalStore(subscribe, () => open.at(-1) ?? null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface Looks {
  readonly isSheet?: boolean;
  readonly isFromBelow?: boolean;
  /** A panel is near the top of the window, or full screen on phones. Its title is only read aloud, and its content has its own header. */
  readonly isPanel?: boolean;
}

interface DialogProps extends Looks {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, closeLabel, onClose, children, ...looks }: DialogProps) {
  const { isPanel = false } = looks;
  const titleId = useId();
  // LOOK-6b: focuses the first field instead of the close button, which browsers would choose.
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
