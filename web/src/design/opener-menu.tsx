import type { ReactNode, SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import { PointMenu } from "./menu.tsx";

interface OpenerMenuProps {
  readonly label: string;
  readonly opener: HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu below the element that opened it, for elements in rows, which would clip it and react to its keys. */
export function OpenerMenu({ label, opener, onClose, children }: OpenerMenuProps) {
  const { left, bottom } = opener.getBoundingClientRect();
  return createPortal(
    <PointMenu
      label={label}
      at={{ x: left, y: bottom }}
      onClose={onClose}
      onKeyDown={stop}
      onClick={stop}
      onPointerDown={stop}
      onContextMenu={(event) => {
        event.preventDefault();
        stop(event);
      }}
      onInteractOutside={(event) => {
        if (event.target instanceof Node && opener.contains(event.target)) event.preventDefault();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        opener.focus({ preventScroll: true });
      }}
    >
      {children}
    </PointMenu>,
    // A modal dialog makes everything outside it inert.
    opener.closest("dialog") ?? opener.ownerDocument.body,
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();
