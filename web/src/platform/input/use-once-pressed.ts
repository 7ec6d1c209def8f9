import { type MouseEvent, useRef } from "react";

const againMs = 500;

/** Ignores a press right after another, since a double click or a held key would undo the first one. */
export function useOncePressed() {
  const pressedAt = useRef(-Infinity);
  return (act: () => void) => (event: MouseEvent) => {
    const isAgain = event.timeStamp - pressedAt.current < againMs;
    pressedAt.current = event.timeStamp;
    if (!isAgain) act();
  };
}
