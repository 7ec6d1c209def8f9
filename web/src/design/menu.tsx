import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { Check, type LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactElement, type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { useBackToClose } from "../platform/input/use-back-to-close.ts";
import styles from "./menu.module.css";

interface MenuProps {
  readonly button: ReactElement;
  readonly align: "start" | "end";
  readonly isOpenFirst?: boolean;
  readonly children: ReactNode;
}

export function Menu({ button, align, isOpenFirst = false, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  useBackToClose(isOpen ? () => setIsOpen(false) : null);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["menu"]} align={align} sideOffset={4} collisionPadding={8}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly label: string;
  readonly hint?: string;
  readonly Sign: LucideIcon;
  readonly onSelect: () => void;
}

export function MenuItem({ label, hint, Sign, onSelect }: Omit<MenuItemProps, "Sign"> & Partial<MenuItemProps>) {
  const id = useId();
  const hintId = hint === undefined ? undefined : id;
  return (
    <DropdownMenu.Item className={styles["item"]} onSelect={onSelect} aria-describedby={hintId}>
      {Sign && <Sign size={16} aria-hidden="true" />}
      <span className={styles["words"]}>
        {label}
        {hint !== undefined && (
          // The hint is the description, so it is not part of the accessible name.
          <span id={hintId} className={styles["hint"]} aria-hidden="true">
            {hint}
          </span>
        )}
      </span>
    </DropdownMenu.Item>
  );
}

export const MenuLine = () => <DropdownMenu.Separator className={styles["line"]} />;

interface MenuChoicesProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChoose: (value: Value) => void;
}

/** A choice among several; the menu stays open to show its effect. */
export function MenuChoices<Value extends string>({ label, value, choices, onChoose }: MenuChoicesProps<Value>) {
  return (
    <DropdownMenu.Group>
      <DropdownMenu.Label className={styles["heading"]}>{label}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={value} aria-label={label}>
        {choices.map((choice) => (
          <DropdownMenu.RadioItem
            key={choice.value}
            className={styles["item"]}
            value={choice.value}
            onSelect={(event) => {
              event.preventDefault();
              onChoose(choice.value);
            }}
          >
            <ChosenSign />
            <span lang={choice.lang}>{choice.label}</span>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </DropdownMenu.Group>
  );
}

interface MenuCheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onToggle: () => void;
}

export function MenuCheck({ label, isChecked, onToggle }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      className={styles["item"]}
      checked={isChecked}
      onSelect={(event) => {
        event.preventDefault();
        onToggle();
      }}
    >
      <ChosenSign />
      {label}
    </DropdownMenu.CheckboxItem>
  );
}

const ChosenSign = () => (
  <span className={styles["sign"]}>
    <DropdownMenu.ItemIndicator>
      <Check size={16} aria-hidden="true" />
    </DropdownMenu.ItemIndicator>
  </span>
);

interface PointMenuProps extends Omit<ComponentProps<typeof DropdownMenu.Content>, "aria-label"> {
  readonly label: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

export function PointMenu({ label, at, onClose, ...content }: PointMenuProps) {
  useBackToClose(onClose);
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
