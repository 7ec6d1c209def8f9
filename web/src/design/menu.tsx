import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import type { LucideIcon } from "lucide-react";
import { type ComponentProps, type SyntheticEvent, useId } from "react";
import styles from "./menu.module.css";

export interface MenuItemProps {
  readonly label: string;
  /** What it means, below the label. */
  readonly hint?: string;
  readonly Sign: LucideIcon;
  readonly onSelect: () => void;
}

/** One thing to do. */
export function MenuItem({ label, hint, Sign, onSelect }: MenuItemProps) {
  const id = useId();
  const about = hint === undefined ? {} : { "aria-label": label, "aria-describedby": id };
  return (
    <DropdownMenu.Item className={styles["item"]} onSelect={onSelect} {...about}>
      <Sign size={16} aria-hidden="true" />
      <span className={styles["words"]}>
        {label}
        {hint !== undefined && (
          <span id={id} className={styles["hint"]}>
            {hint}
          </span>
        )}
      </span>
    </DropdownMenu.Item>
  );
}

interface PointMenuProps extends Omit<ComponentProps<typeof DropdownMenu.Content>, "aria-label"> {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  /** Called once it has closed: the focus is the caller's to lead back. */
  readonly onClose: () => void;
}

/** A menu that is open at a point of the window. */
export function PointMenu({ label, at, onClose, ...content }: PointMenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles["point"]} style={{ left: at.x, top: at.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className={styles["menu"]}
        align="start"
        sideOffset={2}
        collisionPadding={8}
        aria-label={label}
        aria-labelledby={undefined}
        onCloseAutoFocus={prevent}
        onContextMenu={prevent}
        {...content}
      />
    </DropdownMenu.Root>
  );
}

const prevent = (event: Event | SyntheticEvent): void => event.preventDefault();
