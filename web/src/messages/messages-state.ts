import type { ChatState } from "../state/shape.ts";
import type { Timeline } from "./messages-shape.ts";
import type { RoomId } from "../state/entities.ts";
import type { MessagePage } from "./messages-shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { messageAt, withMessages } from "./message-log.ts";
import { startReading } from "./read-messages.ts";

/** Transitions of a room's history: its newest page and the older ones (OLDER-1, OLDER-2). */
export const historyHandlers: Handlers<
  | "messages/newest-loaded"
  | "messages/newest-failed"
  | "messages/older-asked"
  | "messages/older-loaded"
  | "messages/older-failed"
  | "messages/reload-asked"
> = {
  "messages/newest-loaded": (state, { roomId, page }) => {
    const timeline = state.timelines[roomId];
    // An answer from before the room was fetched anew would leave a hole: the one that was asked for since is under way.
    if (!timeline || page.seq < timeline.fromSeq) return changed(state);
    const loaded: Timeline = {
      ...timeline,
      log: withMessages(timeline.log, page.messages),
      phase: "ready",
      older: timeline.phase === "ready" ? timeline.older : olderOf(page),
    };
    return startReading(withTimeline(state, roomId, loaded), roomId);
  },

  "messages/newest-failed": (state, { roomId }) =>
    changed(
      changeTimeline(state, roomId, (timeline) =>
        timeline.phase === "loading" ? { ...timeline, phase: "failed" } : timeline,
      ),
    ),

  "messages/older-asked": (state, { roomId }) => loadOlder(state, roomId),

  // Where catching up brought older ones meanwhile, or a message was changed, it is asked for again when it is wanted.
  "messages/older-loaded": (state, { roomId, beforeSeq, page }) =>
    changed(
      changeTimeline(state, roomId, (timeline) =>
        page.seq >= timeline.fromSeq && messageAt(timeline.log, 0)?.seq === beforeSeq
          ? { ...timeline, log: withMessages(timeline.log, page.messages), older: olderOf(page) }
          : { ...timeline, older: timeline.older === "loading" ? "some" : timeline.older },
      ),
    ),

  "messages/older-failed": (state, { roomId }) =>
    changed(changeTimeline(state, roomId, (timeline) => ({ ...timeline, older: "failed" }))),

  "messages/reload-asked": (state, { roomId }) => reloadNewest(state, roomId),
};

/** Asks again for a first page that did not come; what came after it stays. */
export const reloadNewest = (state: ChatState, roomId: RoomId): Change =>
  changed(
    changeTimeline(state, roomId, (timeline) => ({ ...timeline, phase: "loading" })),
    [{ type: "call-newest-messages", roomId }],
  );

const olderOf = (page: MessagePage): Timeline["older"] => (page.isFull ? "some" : "none");

/** Asks for the page before the oldest loaded message, where there is one and it is not on its way. */
export function loadOlder(state: ChatState, roomId: RoomId): Change {
  const timeline = state.timelines[roomId];
  const oldest = timeline && messageAt(timeline.log, 0);
  const canLoad = timeline?.older === "some" || timeline?.older === "failed";
  if (!timeline || !oldest || !canLoad) return changed(state);
  return changed(withTimeline(state, roomId, { ...timeline, older: "loading" }), [
    { type: "call-older-messages", roomId, beforeSeq: oldest.seq },
  ]);
}

const withTimeline = (state: ChatState, roomId: RoomId, timeline: Timeline): ChatState => ({
  ...state,
  timelines: { ...state.timelines, [roomId]: timeline },
});

function changeTimeline(state: ChatState, roomId: RoomId, change: (timeline: Timeline) => Timeline): ChatState {
  const timeline = state.timelines[roomId];
  return timeline ? withTimeline(state, roomId, change(timeline)) : state;
}
