import { type ReactNode, useRef, useState } from "react";
import { lateOrNothing } from "../../platform/late-component.ts";
import type { Participant, RoomId } from "../../state/entities.ts";

const PersonMenu = lateOrNothing(async () => (await import("./person-menu.tsx")).PersonMenu);

interface PersonButtonProps {
  readonly person: Participant;
  readonly putOutOf?: RoomId | undefined;
  readonly className: string | undefined;
  readonly tabIndex?: number;
  readonly label?: string;
  readonly children: ReactNode;
}

export function PersonButton({ person, putOutOf, className, tabIndex, label, children }: PersonButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && <PersonMenu person={person} putOutOf={putOutOf} button={button} onClose={() => setIsOpen(false)} />}
    </>
  );
}
