import type { RoomId } from "../state/entities.ts";

/**
 * The order to show while somebody is about to press a row: what is on screen stays where it is, what is gone leaves, and
 * what is new waits at the end. Without a hand on the list it is the newest order.
 */
export function steadyOrder(shown: readonly RoomId[], newest: readonly RoomId[], isHeld: boolean): readonly RoomId[] {
  if (!isHeld) return newest;
  const present = new Set(newest);
  const held = shown.filter((id) => present.has(id));
  const known = new Set(held);
  return [...held, ...newest.filter((id) => !known.has(id))];
}
