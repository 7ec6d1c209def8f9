import { typingTimeoutMs, typingWhisperEveryMs } from "@cuplaj/protocol/limits.ts";
import type { AppState } from "../shape.ts";
import type { Participant, RoomId } from "../entities.ts";
import { isSamePerson, me } from "../selectors.ts";
import { changed, type Change, type Handlers, dispatchLater } from "../transition.ts";

declare module "../shape.ts" {
  interface AppState extends TypingState {}
  interface AppEvents extends TypingEvents {}
}

export interface TypingState {
  readonly typing: Readonly<Record<RoomId, readonly Participant[]>>;
  /** When this page last whispered typing in a room, ms since the epoch. */
  readonly whisperedAt: Readonly<Record<RoomId, number>>;
}

export interface TypingEvents {
  "typing/whispered": { readonly roomId: RoomId; readonly person: Participant };
  "typing/expired": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
}

/** TYPE-1: people who are typing, by id and kind, since two may share a name. */
export const typingHandlers = {
  // After sending, the next keystroke is whispered at once.
  "outbox/send-asked": (state, { roomId }) => changed(withoutWhisper(state, roomId)),
  "presence/leaving": (state, { roomId, person }) => changed(withoutTyping(state, roomId, person)),
  "connection/lost": (state) => changed({ ...state, typing: {} }),

  "rooms/removed": (state, { roomId }) => {
    const { [roomId]: _people, ...typing } = state.typing;
    return changed(withoutWhisper({ ...state, typing }, roomId));
  },

  "drafts/written": (state, { roomId, text }, { now }) => (text === "" ? changed(state) : whisper(state, roomId, now)),

  "typing/whispered": (state, { roomId, person }) => {
    if (isSamePerson(person, me(state))) return changed(state);
    const people = state.typing[roomId] ?? [];
    const isKnown = people.some((other) => isSamePerson(other, person));
    const typing = isKnown ? state.typing : { ...state.typing, [roomId]: [...people, person] };
    return changed(isKnown ? state : { ...state, typing }, [
      dispatchLater(`typing:${roomId}:${person.kind}:${person.id}`, typingTimeoutMs, {
        type: "typing/expired",
        roomId,
        person,
      }),
    ]);
  },

  "typing/expired": (state, { roomId, person }) => changed(withoutTyping(state, roomId, person)),
} satisfies Partial<Handlers>;

/** TYPE-1: whispers typing at most every 2 s, often enough for receivers, who show it for 3 s. */
function whisper(state: AppState, roomId: RoomId, now: number): Change {
  const room = state.rooms.byId[roomId];
  const person = me(state);
  const isEarly = now - (state.whisperedAt[roomId] ?? Number.NEGATIVE_INFINITY) < typingWhisperEveryMs;
  if (!room || !person || isEarly) return changed(state);
  return changed({ ...state, whisperedAt: { ...state.whisperedAt, [roomId]: now } }, [
    { type: "whisper-typing", channel: room.channel, name: person.name },
  ]);
}

function withoutWhisper(state: AppState, roomId: RoomId): AppState {
  const { [roomId]: _typed, ...whisperedAt } = state.whisperedAt;
  return { ...state, whisperedAt };
}

export function withoutTyping(state: AppState, roomId: RoomId, person: Pick<Participant, "id" | "kind">): AppState {
  const people = state.typing[roomId] ?? [];
  const rest = people.filter((other) => !isSamePerson(other, person));
  return rest.length === people.length ? state : { ...state, typing: { ...state.typing, [roomId]: rest } };
}
