import type { ChatState, Timeline } from "../state/chat-state.ts";
import type { RoomId } from "../state/entities.ts";
import type { MessagePage } from "../state/events.ts";
import { emptyLog, emptyTimeline } from "../state/initial-state.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { lastMessage, messageAt, withMessages } from "./message-log.ts";
import { startReading, withOthersRead } from "./read-messages.ts";

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
    if (!timeline) return changed(state);
    const merged = withTimeline(state, roomId, withNewest(timeline, page, state.connection.isListening));
    return startReading(withReadsOfAuthors(merged, roomId, page), roomId);
  },

  "messages/newest-failed": (state, { roomId }) =>
    changed(
      changeTimeline(state, roomId, (timeline) =>
        timeline.phase === "loading" ? { ...timeline, phase: "failed" } : timeline,
      ),
    ),

  "messages/older-asked": (state, { roomId }) => loadOlder(state, roomId),

  "messages/older-loaded": (state, { roomId, page }) => {
    const loaded = changeTimeline(state, roomId, (timeline) => {
      const log = withMessages(timeline.log, page.messages);
      return { ...timeline, log, older: olderOf(page) };
    });
    return changed(withReadsOfAuthors(loaded, roomId, page));
  },

  "messages/older-failed": (state, { roomId }) =>
    changed(changeTimeline(state, roomId, (timeline) => ({ ...timeline, older: "failed" }))),

  "messages/reload-asked": (state, { roomId }) =>
    changed(withTimeline(state, roomId, emptyTimeline), [{ type: "call-newest-messages", roomId }]),
};

/**
 * The newest page beside what is held. Where messages may be missing between the two, the older ones go: a history is
 * whole from some place on, or it is not shown. They come again on scrolling up.
 */
function withNewest(timeline: Timeline, page: MessagePage, isListening: boolean): Timeline {
  const newestSeq = page.messages.at(-1)?.seq ?? 0;
  const isWhole = joins(timeline, page);
  const held = isWhole ? timeline.log : after(timeline, newestSeq);
  const keepsOlder = isWhole && timeline.phase === "ready";
  return {
    ...timeline,
    log: withMessages(held, page.messages),
    phase: "ready",
    older: keepsOlder ? timeline.older : olderOf(page),
    certainSeq: isListening ? null : newestSeq,
  };
}

/** Whether nothing can be missing between what is held and the page. */
function joins({ certainSeq }: Timeline, { messages, isFull }: MessagePage): boolean {
  const first = messages[0];
  return !isFull || !first || certainSeq === null || first.seq <= certainSeq + 1;
}

const olderOf = (page: MessagePage): Timeline["older"] => (page.isFull ? "some" : "none");

function after({ log }: Timeline, seq: number): Timeline["log"] {
  const kept = log.chunks.flat().filter((message) => message.seq > seq);
  return withMessages(emptyLog, kept);
}

/** Whoever wrote a message has read what stands before it. */
function withReadsOfAuthors(state: ChatState, roomId: RoomId, page: MessagePage): ChatState {
  const last = page.messages.findLast(({ author }) => author !== null && !isSamePerson(author, me(state)));
  return last ? withOthersRead(state, roomId, last.seq) : state;
}

function loadOlder(state: ChatState, roomId: RoomId): Change {
  const timeline = state.timelines[roomId];
  const oldest = timeline && messageAt(timeline.log, 0);
  const canLoad = timeline?.older === "some" || timeline?.older === "failed";
  if (!timeline || !oldest || !canLoad) return changed(state);
  return changed(withTimeline(state, roomId, { ...timeline, older: "loading" }), [
    { type: "call-older-messages", roomId, beforeSeq: oldest.seq },
  ]);
}

/**
 * The state when the connection went away: from now on something may be missing after what is held. Rooms that are not
 * open forget their messages; they are fetched when they are opened.
 */
export function withUncertainTimelines(state: ChatState): ChatState {
  if (state.openRoom.phase !== "open") return { ...state, timelines: {} };
  const { roomId } = state.openRoom;
  const timeline = state.timelines[roomId];
  if (!timeline) return { ...state, timelines: {} };
  const certainSeq = timeline.certainSeq ?? lastMessage(timeline.log)?.seq ?? 0;
  return { ...state, timelines: { [roomId]: { ...timeline, certainSeq } } };
}

const withTimeline = (state: ChatState, roomId: RoomId, timeline: Timeline): ChatState => ({
  ...state,
  timelines: { ...state.timelines, [roomId]: timeline },
});

function changeTimeline(state: ChatState, roomId: RoomId, change: (timeline: Timeline) => Timeline): ChatState {
  const timeline = state.timelines[roomId];
  return timeline ? withTimeline(state, roomId, change(timeline)) : state;
}
