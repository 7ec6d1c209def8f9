import { isHolder, wishKey } from "../actions/shown-actions.ts";
import { raiseAlert } from "../alerts/alerts-state.ts";
import { newestWhere } from "../history/message-log.ts";
import { liveLog } from "../history/timeline.ts";
import { paths } from "../navigation/paths.ts";
import {
  offlineError,
  type CallError,
  type Message,
  type Participant,
  type Room,
  type RoomId,
} from "../state/entities.ts";
import { isSamePerson, me, ownerKey } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";

/** How long a hand-over is told, ms. */
const announcedMs = 15_000;
/** How much of a note the toast shows, code points; the room's header has all of it. */
const quotedMax = 160;

const alertPrefix = "handed-over:";

/** Handing a room over to a colleague (ACT-9), and learning of one that came so (ACT-10). */
export const handOverHandlers: Handlers<
  | "hand-over/opened"
  | "hand-over/closed"
  | "hand-over/asked"
  | "hand-over/done"
  | "hand-over/failed"
  | "hand-over/came"
  | "hand-over/seen"
  | "hand-over/news"
  | "alerts/acted"
  | "rooms/removed"
> = {
  "hand-over/opened": (state, { roomId }) =>
    changed({ ...state, handingOver: { roomId, phase: "asking", error: null } }),
  "hand-over/closed": (state) => changed({ ...state, handingOver: null }),

  "hand-over/asked": (state, { to, note }) => {
    const { handingOver } = state;
    if (handingOver === null || handingOver.phase === "busy") return changed(state);
    const { roomId } = handingOver;
    // Nothing is queued: what cannot leave now is refused now.
    if (state.connection.phase === "offline") return failed(state, offlineError);
    return changed({ ...state, handingOver: { roomId, phase: "busy", error: null } }, [
      { type: "call-hand-over", roomId, to, note },
    ]);
  },

  "hand-over/done": (state, { roomId }) =>
    changed(state.handingOver?.roomId === roomId ? { ...state, handingOver: null } : state),
  "hand-over/failed": (state, { roomId, error }) =>
    state.handingOver?.roomId === roomId ? failed(state, error) : changed(state),

  "hand-over/came": (state, { roomId }) => changed(state, [{ type: "call-fetch-room", roomId }]),

  "hand-over/seen": (state, { roomId, at }) => {
    const self = me(state);
    if (self === null || state.announcedHandOvers[roomId] === at) return changed(state);
    const announcedHandOvers = { ...state.announcedHandOvers, [roomId]: at };
    return changed({ ...state, announcedHandOvers }, [
      { type: "announce-hand-over", owner: ownerKey(self), roomId, at },
    ]);
  },

  "hand-over/news": (state, { roomId }) => {
    const room = state.rooms.byId[roomId];
    if (!room?.handedOver) return changed(state);
    const { by, note } = room.handedOver;
    const quoted = Array.from(note);
    const quote = quoted.length > quotedMax ? `${quoted.slice(0, quotedMax).join("")}…` : note;
    return raiseAlert(state, {
      id: `${alertPrefix}${roomId}`,
      type: "success",
      text: { kind: "key", key: "handOver.received", offerNumber: room.offerNumber, name: by.name, quote },
      action: "open",
      delayMs: announcedMs,
    });
  },

  "alerts/acted": (state, { id }) => {
    const room = id.startsWith(alertPrefix) ? state.rooms.byId[Number(id.slice(alertPrefix.length))] : undefined;
    return changed(state, room ? [{ type: "navigate", to: paths.view(room.name), replace: false }] : []);
  },

  "rooms/removed": (state, { roomId }) => {
    const { [roomId]: _announced, ...announcedHandOvers } = state.announcedHandOvers;
    const handingOver = state.handingOver?.roomId === roomId ? null : state.handingOver;
    return changed({ ...state, handingOver, announcedHandOvers });
  },
};

/** Notices rooms that came to this person, whichever way it became known, as soon as somebody looks. */
export function followHandOvers(before: AppState, after: AppState): readonly Effect[] {
  const isLooking = after.attention.isVisible;
  const isSame = before.rooms.byId === after.rooms.byId;
  if (me(after) === null || (isSame && before.attention.isVisible === isLooking)) return [];
  return Object.values(after.rooms.byId).flatMap((room): readonly Effect[] => {
    if (!isSamePerson(room.takeOver?.person ?? null, me(after))) return [];
    if (hasCome(before, after, room)) return [dispatch({ type: "hand-over/came", roomId: room.id })];
    const at = room.handedOver?.at;
    const isNews = isLooking && at !== undefined && after.announcedHandOvers[room.id] !== at;
    return isNews ? [dispatch({ type: "hand-over/seen", roomId: room.id, at })] : [];
  });
}

/** Whether an event has just made the room one's own, and no act of this page: only the server says how (ACT-10b). */
function hasCome(before: AppState, after: AppState, { id, takeOver, handedOver }: Room): boolean {
  const was = before.rooms.byId[id];
  const isNew = was !== undefined && (was.takeOver?.id !== takeOver?.id || was.takeOver?.seq !== takeOver?.seq);
  const isAct = after.wishes[wishKey({ kind: "take-over", roomId: id, messageId: 0 })]?.isWanted === true;
  return isNew && handedOver === null && !isAct;
}

/** ACT-10a: the note with which a room came, until one has answered there or no longer holds it. */
export function noteOf(state: AppState, roomId: RoomId): Room["handedOver"] {
  const { handedOver = null } = state.rooms.byId[roomId] ?? {};
  return handedOver !== null && isHolder(state, roomId) && !hasAnswered(state, roomId, handedOver.at)
    ? handedOver
    : null;
}

/** Whether one has written in a room since a moment, as far as its messages are loaded. */
function hasAnswered(state: AppState, roomId: RoomId, since: string): boolean {
  const isAnswer = (message: Message | null): boolean =>
    message !== null && message.sentAt > since && isSamePerson(message.author, me(state));
  return (
    isAnswer(state.rooms.byId[roomId]?.lastMessage ?? null) ||
    newestWhere(liveLog(state.timelines[roomId]), isAnswer) !== null
  );
}

/** The colleagues in a room to whom it can be handed over: staff, without oneself and whoever holds it. The server decides. */
export function colleaguesIn(state: AppState, roomId: RoomId): readonly Participant[] {
  const room = state.rooms.byId[roomId];
  const holder = room?.takeOver?.person ?? null;
  return (room?.members ?? []).filter(
    (member) => member.kind !== "customer" && !isSamePerson(member, me(state)) && !isSamePerson(member, holder),
  );
}

const failed = (state: AppState, error: CallError): Change =>
  changed({
    ...state,
    handingOver: state.handingOver && { roomId: state.handingOver.roomId, phase: "failed", error },
  });

const dispatch = (event: Effect<"dispatch">["event"]): Effect => ({ type: "dispatch", event });
