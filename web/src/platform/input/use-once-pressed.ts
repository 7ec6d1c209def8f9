import { type MouseEvent, useRef } from "react";

const againMs = 500;

/** Ignores the opposite press that follows at once: a double click, or a key that is held, would undo what it has just done. */
export function useOncePressed() {
  const pressedAt = useRef(-Infinity);
  return (act: () => void) => (event: MouseEvent) => {
    const isAgain = event.timeStamp - pressedAt.current < againMs;
    pressedAt.current = event.timeStamp;
    if (!isAgain) act();
  };
}
