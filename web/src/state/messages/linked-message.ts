import { covers } from "../history/history-ranges.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";
import { shownRange } from "../history/timeline.ts";
import type { AppState } from "../shape.ts";
import { changed, type Handlers } from "../transition.ts";
import { goTo } from "./messages-state.ts";

export const linkHandlers: Handlers<"address/arrived" | "messages/link-shown"> = {
  // OLDER-5b: jumps in the open room if its address is repeated; any other room opens around the message anyway.
  "address/arrived": (state) => {
    const { route, openRoom } = state;
    if (route.kind !== "view" || route.messageSeq === undefined || openRoom.phase !== "open") return changed(state);
    const { roomId } = openRoom;
    const seq = route.messageSeq;
    return goTo({ ...state, linkedMessage: { roomId, seq } }, roomId, seq);
  },

  "messages/link-shown": (state) => changed({ ...state, linkedMessage: null }),
};

/** The `seq` to show for the address: that of the named message, or of the next one, or of the last one; null if none of these is loaded. */
export function linkedMessageSeq({ linkedMessage, openRoom, timelines }: AppState): number | null {
  if (linkedMessage === null || openRoom.phase !== "open" || openRoom.roomId !== linkedMessage.roomId) return null;
  const timeline = timelines[linkedMessage.roomId];
  if (timeline?.phase !== "ready") return null;
  const range = shownRange(timeline);
  if (!covers(range, linkedMessage.seq)) return null;
  const index = Math.min(indexAtSeq(range.log, linkedMessage.seq), range.log.length - 1);
  return messageAt(range.log, index)?.seq ?? null;
}
