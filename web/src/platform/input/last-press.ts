export interface PressPoint {
  readonly x: number;
  readonly y: number;
  readonly half: "upper" | "lower";
}

let last: PressPoint | null = null;

/** Where the mouse was pressed last; null after a key or a finger. Known while somebody watches. */
export const lastPress = (): PressPoint | null => last;

export function watchPresses(): () => void {
  const onPress = ({ pointerType, clientX, clientY }: PointerEvent) => {
    last =
      pointerType === "mouse"
        ? { x: clientX, y: clientY, half: clientY < window.innerHeight / 2 ? "upper" : "lower" }
        : null;
  };
  const onKey = () => {
    last = null;
  };
  window.addEventListener("pointerdown", onPress, { capture: true, passive: true });
  window.addEventListener("keydown", onKey, { capture: true, passive: true });
  return () => {
    window.removeEventListener("pointerdown", onPress, { capture: true });
    window.removeEventListener("keydown", onKey, { capture: true });
  };
}
