import type { RoomId } from "./entities.ts";
import { isVisiting } from "./selectors.ts";
import { useChat } from "./use-chat.ts";

/** Whether the signed-in person looks into this room without belonging to it (VISIT-1). */
export function useIsVisitor(roomId: RoomId): boolean {
  return useChat((state) => {
    const room = state.rooms.byId[roomId];
    return room !== undefined && isVisiting(state, room);
  });
}
