import type { Room, RoomId } from "./entities.ts";

export function updated<List extends { readonly byId: Readonly<Record<RoomId, Room>> }>(
  list: List,
  roomId: RoomId,
  change: Partial<Room>,
): List {
  const room = list.byId[roomId];
  if (!room) return list;
  return { ...list, byId: { ...list.byId, [roomId]: { ...room, ...change } } };
}
