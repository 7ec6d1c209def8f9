import { onTestFinished } from "vitest";

/** Makes the window as wide as a desk's, with the offer beside the room, until the test ends. */
export function widen(): void {
  const { innerWidth } = window;
  Object.assign(window, { innerWidth: 1440 });
  onTestFinished(() => void Object.assign(window, { innerWidth }));
}
