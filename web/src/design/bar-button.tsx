import type { ComponentPropsWithRef, ReactNode } from "react";
import styles from "./bar-button.module.css";
import { classNames } from "./class-names.ts";

interface BarButtonProps extends Omit<ComponentPropsWithRef<"button">, "className" | "type" | "children"> {
  readonly label: string;
  readonly picture?: ReactNode;
}

export function BarButton({ label, picture, ...native }: BarButtonProps) {
  return (
    <button
      {...native}
      type="button"
      className={classNames(styles["button"], picture !== undefined && styles["hasPicture"])}
      aria-label={label}
    >
      {picture}
      <span aria-hidden="true">{label}</span>
    </button>
  );
}
