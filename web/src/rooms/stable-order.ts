import type { RoomId } from "../state/entities.ts";

/**
 * The order to show while a press on a row is likely: rows on screen stay, rows that are gone leave, and new ones wait at the end.
 * Otherwise it is the newest order.
 */
export function stableOrder(shown: readonly RoomId[], newest: readonly RoomId[], isHeld: boolean): readonly RoomId[] {
  if (!isHeld) return newest;
  const present = new Set(newest);
  const held = shown.filter((id) => present.has(id));
  const known = new Set(held);
  return [...held, ...newest.filter((id) => !known.has(id))];
}
