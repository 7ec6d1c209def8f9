import { scrollDownMs } from "@cuplaj/protocol/limits.ts";
import type { ChatState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";

/** The transition that ends what `scrollDown` begins. */
export const scrollHandlers: Handlers<"messages/scroll-down-over"> = {
  "messages/scroll-down-over": (state, { roomId }) =>
    changed(state.scrollDownRoomId === roomId ? { ...state, scrollDownRoomId: null } : state),
};

/** SCROLL-1: raises the scroll-down flag of the open room for 100 ms. */
export function scrollDown(state: ChatState, roomId: RoomId): Change {
  if (selectedRoomId(state) !== roomId) return changed(state);
  return changed({ ...state, scrollDownRoomId: roomId }, [
    {
      type: "dispatch-later",
      key: "scroll-down",
      delayMs: scrollDownMs,
      event: { type: "messages/scroll-down-over", roomId },
    },
  ]);
}
