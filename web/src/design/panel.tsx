import { X } from "lucide-react";
import type { ComponentProps, KeyboardEventHandler, ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./panel.module.css";

interface PanelProps extends Pick<ComponentProps<typeof Dialog>, "title" | "closeLabel" | "onClose" | "children"> {
  /** Stays above the rest, which scrolls. */
  readonly search?: ReactNode;
  readonly onKeyDown?: KeyboardEventHandler;
}

/** A panel with its title above content that scrolls. */
export function Panel({ title, closeLabel, onClose, search, onKeyDown, children }: PanelProps) {
  return (
    <Dialog title={title} closeLabel={closeLabel} isPanel onClose={onClose}>
      <div className={styles["panel"]} role="presentation" onKeyDown={onKeyDown}>
        <div>
          <div className={styles["head"]}>
            <h2>{title}</h2>
            <IconButton label={closeLabel} tipSide="left" onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </div>
          {search}
        </div>
        <div className={styles["scroller"]} data-scroller="">
          {children}
        </div>
      </div>
    </Dialog>
  );
}
