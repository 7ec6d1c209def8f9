import type { RoomId } from "./entities.ts";
import { useChat } from "./use-chat.ts";

/** Whether the signed-in person looks into this room without belonging to it (VISIT-1). */
export function useIsVisitor(roomId: RoomId): boolean {
  return useChat(({ rooms }) => rooms.byId[roomId]?.isMember === false);
}
