import { scrollDownMs } from "@cuplaj/protocol/limits.ts";
import type { AppState } from "../shape.ts";
import type { RoomId } from "../entities.ts";
import { selectedRoomId } from "../selectors.ts";
import { andThen, changed, type Change, type Handlers } from "../transition.ts";
import { goToEndNow } from "./messages-state.ts";
import { withUnreadStart } from "../history/unread-starts.ts";

/** Ends what `scrollDown` begins. */
export const scrollHandlers: Handlers<"messages/scroll-down-over"> = {
  "messages/scroll-down-over": (state, { roomId }) =>
    changed(state.scrollDownRoomId === roomId ? { ...state, scrollDownRoomId: null } : state),
};

/**
 * SCROLL-1: an own message raises the scroll-down flag of its open room for 100 ms, and the list jumps to its end. READ-3a: an
 * answer needs no way to the first unread message.
 */
export function scrollDown(state: AppState, roomId: RoomId): Change {
  const answered = withUnreadStart(state, roomId, null);
  if (selectedRoomId(state) !== roomId) return answered;
  const gone = andThen(answered, (after) => goToEndNow(after, roomId));
  return changed({ ...gone.state, scrollDownRoomId: roomId }, [
    ...gone.effects,
    {
      type: "dispatch-later",
      key: "scroll-down",
      delayMs: scrollDownMs,
      event: { type: "messages/scroll-down-over", roomId },
    },
  ]);
}
