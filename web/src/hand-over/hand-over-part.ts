import { type AlertText, type NewAlert, raiseAlert } from "../state/alerts/alerts-state.ts";
import {
  type CallError,
  type Message,
  offlineError,
  type Participant,
  type Room,
  type RoomId,
} from "../state/entities.ts";
import { newestWhere } from "../state/history/message-log.ts";
import { liveLog } from "../state/history/timeline.ts";
import { excerptOf } from "../state/letters.ts";
import { isHolder } from "../state/messages/shown-actions.ts";
import { paths } from "../state/navigation/paths.ts";
import type { Part } from "../state/part.ts";
import { foundOutside, mayBringIn } from "../state/participants/colleagues-state.ts";
import { isServerAway } from "../state/retries/may-pass.ts";
import { titleOf } from "../state/rooms/room-title.ts";
import { isOffline, isSamePerson, me, ownerKey, selectedRoomId } from "../state/selectors.ts";
import type { AppState, Effect, Nothing } from "../state/shape.ts";
import { changed, type Change } from "../state/transition.ts";

declare module "../state/shape.ts" {
  interface AppState extends HandOverState {}
  interface AppEvents extends HandOverEvents {}
  interface AppEffects extends HandOverEffects {}
  interface AlertKeys {
    "handOver.received": true;
    "handOver.failed": true;
    "handOver.unanswered": true;
    "handOver.receivedMany": true;
    "handOver.receivedFromMany": true;
  }
}

export interface HandedRoom {
  readonly roomId: RoomId;
  readonly at: string;
}

interface HandOverState {
  readonly handingOver: {
    readonly roomId: RoomId;
    readonly phase: "asking" | "busy" | "failed";
    readonly to: number | null;
    readonly error: CallError | null;
  } | null;
  readonly handOverNews: readonly RoomId[];
}

interface HandOverEvents {
  "hand-over/opened": { readonly roomId: RoomId };
  "hand-over/closed": Nothing;
  "hand-over/asked": { readonly to: number; readonly note: string };
  "hand-over/done": { readonly roomId: RoomId };
  "hand-over/failed": { readonly roomId: RoomId; readonly note: string; readonly error: CallError };
  /** Rooms were handed over to this person, and this device has not announced it yet. */
  "hand-over/news": { readonly roomIds: readonly RoomId[] };
}

export interface HandOverEffects {
  "call-hand-over": { readonly roomId: RoomId; readonly to: number; readonly note: string };
  "announce-hand-overs": { readonly owner: string; readonly handed: readonly HandedRoom[] };
  "show-own-rooms": Nothing;
}

const announcedMs = 15_000;
/** How much of a note the toast shows, code points; the room's header shows all of it. */
const quotedMax = 160;

const newsId = "handed-over";

export const handOverPart: Part<HandOverState, HandOverEvents, HandOverEffects> = {
  initial: { handingOver: null, handOverNews: [] },
  handlers: {
    "hand-over/opened": (state, { roomId }) =>
      changed({ ...state, handingOver: { roomId, phase: "asking", to: null, error: null } }),
    "hand-over/closed": (state) => changed({ ...state, handingOver: null }),

    "hand-over/asked": (state, { to, note }) => {
      const { handingOver } = state;
      if (handingOver === null || handingOver.phase === "busy") return changed(state);
      const { roomId } = handingOver;
      // Hand-overs are not queued: without a connection they are refused at once.
      if (isOffline(state)) return failed(state, offlineError);
      return changed({ ...state, handingOver: { roomId, phase: "busy", to, error: null } }, [
        { type: "call-hand-over", roomId, to, note },
      ]);
    },

    "hand-over/done": (state, { roomId }) =>
      changed(state.handingOver?.roomId === roomId ? { ...state, handingOver: null } : state),
    "hand-over/failed": (state, { roomId, note, error }) =>
      state.handingOver?.roomId === roomId ? failed(state, error) : announceFailure(state, roomId, note, error),

    "hand-over/news": (state, { roomIds }) => {
      const isShown = state.alerts.some(({ id, phase }) => id === newsId && phase === "shown");
      // The open room shows its own note, and `news` is dispatched only while somebody looks at the page.
      const added = roomIds.filter((id) => id !== selectedRoomId(state));
      if (added.length === 0) return changed(state);
      const handOverNews = [...new Set([...(isShown ? state.handOverNews : []), ...added])];
      const text = newsText(handOverNews.flatMap((id) => state.rooms.byId[id] ?? []));
      if (text === null) return changed(state);
      const alert: NewAlert = { id: newsId, type: "success", text, action: "open", delayMs: announcedMs };
      return raiseAlert({ ...state, handOverNews }, alert);
    },

    "alerts/acted": (state, { id }) => {
      if (id !== newsId) return changed(state);
      const [first, ...others] = state.handOverNews.flatMap((roomId) => state.rooms.byId[roomId] ?? []);
      if (!first || others.length > 0) return changed(state, [{ type: "show-own-rooms" }]);
      return changed(state, [{ type: "navigate", to: paths.view(first.name), replace: false }]);
    },

    "rooms/removed": (state, { roomId }) =>
      changed(state.handingOver?.roomId === roomId ? { ...state, handingOver: null } : state),
  },
  follow: (before, after) => [...followNews(before, after), ...followLeft(before, after), ...followHeld(after)],
};

/** ACT-9: reports a hand-over and its note if it failed after its dialog was closed. */
function announceFailure(state: AppState, roomId: RoomId, note: string, error: CallError): Change {
  const room = state.rooms.byId[roomId];
  if (!room) return changed(state);
  const key = isServerAway(error) ? "handOver.unanswered" : "handOver.failed";
  const text: AlertText = { kind: "key", key, room: titleOf(room), quote: note };
  return raiseAlert(state, { id: `hand-over-failed:${roomId}`, type: "danger", text, delayMs: announcedMs });
}

/** Names a room with its note and its giver, or counts several rooms. */
function newsText(rooms: readonly Room[]): AlertText | null {
  const [room, ...others] = rooms.filter(({ handedOver }) => handedOver !== null);
  if (!room?.handedOver) return null;
  const { by, note } = room.handedOver;
  if (others.length === 0) {
    return {
      kind: "key",
      key: "handOver.received",
      room: titleOf(room),
      name: by.name,
      quote: excerptOf(note, quotedMax),
    };
  }
  const count = others.length + 1;
  return others.every((other) => isSamePerson(other.handedOver?.by ?? null, by))
    ? { kind: "key", key: "handOver.receivedMany", name: by.name, count }
    : { kind: "key", key: "handOver.receivedFromMany", count };
}

/** Announces rooms handed over to this person as soon as somebody looks at the page, however the page learned of them. */
function followNews(before: AppState, after: AppState): readonly Effect[] {
  const self = me(after);
  const isSame = before.rooms.byId === after.rooms.byId && isLooking(before);
  if (self === null || !isLooking(after) || isSame) return [];
  const handed = Object.values(after.rooms.byId).flatMap(({ id: roomId, handedOver }): readonly HandedRoom[] => {
    const isKnown = isLooking(before) && before.rooms.byId[roomId]?.handedOver?.at === handedOver?.at;
    return handedOver === null || isKnown || noteOf(after, roomId) === null ? [] : [{ roomId, at: handedOver.at }];
  });
  return handed.length > 0 ? [{ type: "announce-hand-overs", owner: ownerKey(self), handed }] : [];
}

/** SIGN-6b: nobody reads announcements while recovery codes fill the screen. */
const isLooking = ({ attention, twoFactor }: AppState): boolean => attention.isVisible && !twoFactor?.codes;

/** Closes the dialog for good when the person leaves the room. */
function followLeft(before: AppState, after: AppState): readonly Effect[] {
  const roomId = after.handingOver?.roomId;
  const isLeft = roomId !== undefined && selectedRoomId(before) === roomId && selectedRoomId(after) !== roomId;
  return isLeft ? [{ type: "dispatch", event: { type: "hand-over/closed" } }] : [];
}

/** ACT-9: closes a failed hand-over that turns out to have succeeded, because its response was lost or somebody else made it. */
function followHeld({ handingOver, rooms }: AppState): readonly Effect[] {
  if (handingOver?.phase !== "failed") return [];
  const { roomId, to } = handingOver;
  const holder = rooms.byId[roomId]?.takeOver?.person;
  const isHeld = holder !== undefined && holder.kind !== "customer" && holder.id === to;
  return isHeld ? [{ type: "dispatch", event: { type: "hand-over/done", roomId } }] : [];
}

/** The room's staff and the people found, except for this person and the holder. The server may still refuse one of them. */
export function colleaguesIn(state: AppState, roomId: RoomId): readonly Participant[] {
  const room = state.rooms.byId[roomId];
  const holder = room?.takeOver?.person ?? null;
  const found = mayBringIn(state, roomId) ? foundOutside(state, roomId) : [];
  return [...(room?.members ?? []), ...found].filter(
    (member) => member.kind !== "customer" && !isSamePerson(member, me(state)) && !isSamePerson(member, holder),
  );
}

const failed = (state: AppState, error: CallError): Change =>
  changed({
    ...state,
    handingOver: state.handingOver && { ...state.handingOver, phase: "failed", error },
  });

/** ACT-10: the note that came with a room, until its holder answers there or stops holding it. */
export function noteOf(state: AppState, roomId: RoomId): Room["handedOver"] {
  const { handedOver = null } = state.rooms.byId[roomId] ?? {};
  return handedOver !== null && isHolder(state, roomId) && !hasAnswered(state, roomId, handedOver.at)
    ? handedOver
    : null;
}

function hasAnswered(state: AppState, roomId: RoomId, since: string): boolean {
  const isAnswer = (message: Message | null): boolean =>
    message !== null && message.sentAt > since && isSamePerson(message.author, me(state));
  return (
    isAnswer(state.rooms.byId[roomId]?.lastMessage ?? null) ||
    newestWhere(liveLog(state.timelines[roomId]), isAnswer) !== null
  );
}
