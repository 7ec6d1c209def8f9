import type { ChatState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { changed, type Change } from "../state/transition.ts";

/** Tells the server how far a room is read, and remembers it until the server has heard (ROOM-7). */
export function tellRead(state: ChatState, roomId: RoomId, upto: number): Change {
  // A room that has to be fetched anew is read when it is there.
  if (upto < 0) return changed(state);
  return changed({ ...state, unconfirmedReads: { ...state.unconfirmedReads, [roomId]: upto } }, [
    { type: "call-mark-read", roomId, upto },
  ]);
}
