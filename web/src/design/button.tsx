import type { ComponentPropsWithRef, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";

type NativeProps = Omit<ComponentPropsWithRef<"button">, "className" | "type">;

interface Looks {
  readonly look?: "primary" | "quiet" | "link";
  readonly isWide?: boolean;
}

interface ButtonLinkProps extends Omit<ComponentPropsWithRef<"a">, "className">, Looks {}

export function Button({
  look = "quiet",
  type = "button",
  isBusy = false,
  isWide = false,
  ...rest
}: NativeProps & Looks & { readonly type?: "button" | "submit"; readonly isBusy?: boolean }) {
  const { onClick, ...native } = rest;
  return (
    <button
      {...native}
      type={type === "submit" ? "submit" : "button"}
      className={classOf({ look, isWide })}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

export function ButtonLink({ look = "quiet", isWide = false, children, ...native }: ButtonLinkProps) {
  return (
    <a {...native} className={classOf({ look, isWide })}>
      {children}
    </a>
  );
}

const classOf = ({ look, isWide }: Required<Looks>): string =>
  classNames(styles["button"], styles[look], isWide && styles["wide"]);

interface IconButtonProps extends NativeProps {
  readonly label: string;
  /** A shorter tooltip; the accessible name must begin with it. */
  readonly tip?: string;
  readonly children: ReactNode;
  readonly tipSide?: "centre" | "left" | "right" | "above";
  readonly isSmall?: boolean;
}

export function IconButton({ label, tip, children, tipSide = "centre", isSmall = false, ...native }: IconButtonProps) {
  return (
    <button
      {...native}
      type="button"
      className={classNames(styles["icon"], isSmall && styles["small"])}
      aria-label={label}
      data-tip={tip ?? label}
      data-tip-side={tipSide}
    >
      {children}
    </button>
  );
}

interface BarButtonProps extends Omit<NativeProps, "children"> {
  readonly label: string;
  readonly picture?: ReactNode;
}

export function BarButton({ label, picture, ...native }: BarButtonProps) {
  return (
    <button
      {...native}
      type="button"
      className={classNames(styles["bar"], picture !== undefined && styles["hasPicture"])}
      aria-label={label}
    >
      {picture}
      <span aria-hidden="true">{label}</span>
    </button>
  );
}
