import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import type { RoomId } from "../state/entities.ts";

/** Most rooms saved for a person; the one saved first gives way. */
const storedStartsMax = 100;

const keyOf = (owner: string): string => `cuplaj.unread.${owner}`;

/** READ-3a: where a person's (`ownerKey`) unread messages began, by room, stored on this device. */
export const storedUnreadStarts = (owner: string): Readonly<Record<RoomId, number>> =>
  Object.fromEntries(storedPairs(owner));

/** Saves where a room's unread messages begin; null deletes it. */
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
