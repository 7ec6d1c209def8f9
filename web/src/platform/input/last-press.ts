import { onWindow } from "../page/window-attention.ts";

let last: { readonly x: number; readonly y: number; readonly half: "upper" | "lower" } | null = null;

/** The last mouse press; null after a key or a touch. Tracked only while `watchPresses` runs. */
export const lastPress = () => last;

export function watchPresses(): () => void {
  const stopPresses = onWindow(
    ["pointerdown"],
    ({ pointerType, clientX: x, clientY: y }) => {
      last = pointerType === "mouse" ? { x, y, half: y < window.innerHeight / 2 ? "upper" : "lower" } : null;
    },
    true,
  );
  const stopKeys = onWindow(["keydown"], () => (last = null), true);
  return () => {
    stopPresses();
    stopKeys();
  };
}
