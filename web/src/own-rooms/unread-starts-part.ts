import type { Part } from "../state/part.ts";
import type { UnreadStartsEffects, UnreadStartsEvents, UnreadStartsState } from "../state/history/open-history.ts";
import { ownerOf } from "../state/selectors.ts";
import { changed } from "../state/transition.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import type { RoomId } from "../state/entities.ts";

/** Loads with the page's first code, since opening a room needs it (READ-3). */
export const unreadStartsPart: Part<UnreadStartsState, UnreadStartsEvents, UnreadStartsEffects> = {
  initial: { unreadStarts: {} },
  handlers: { "unread-starts/loaded": (state, { unreadStarts }) => changed({ ...state, unreadStarts }) },
  run: ({ store: { getState, dispatch } }) => ({
    "start-session": () => {
      const owner = ownerOf(getState());
      if (owner !== null) dispatch({ type: "unread-starts/loaded", unreadStarts: storedUnreadStarts(owner) });
    },
    "save-unread-start": ({ roomId, seq }) => {
      const owner = ownerOf(getState());
      if (owner !== null) saveUnreadStart(owner, roomId, seq);
    },
  }),
};

const storedStartsMax = 100;

const keyOf = (owner: string): string => `cuplaj.unread.${owner}`;

/** READ-3a: where unread messages start in each of a person's (`ownerKey`) rooms, stored on this device. */
export const storedUnreadStarts = (owner: string): Readonly<Record<RoomId, number>> =>
  Object.fromEntries(storedPairs(owner));

export function saveUnreadStart(owner: string, roomId: RoomId, seq: number | null): void {
  const others = storedPairs(owner).filter(([id]) => id !== roomId);
  const pairs = seq === null ? others : [...others, [roomId, seq] as const].slice(-storedStartsMax);
  deviceStorage.set(keyOf(owner), pairs.length === 0 ? null : JSON.stringify(pairs));
}

type Pair = readonly [RoomId, number];

function storedPairs(owner: string): readonly Pair[] {
  const saved = parseJson(deviceStorage.get(keyOf(owner)));
  return Array.isArray(saved) ? saved.filter(isPair) : [];
}

const isPair = (pair: unknown): pair is Pair =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => Number.isSafeInteger(part));
