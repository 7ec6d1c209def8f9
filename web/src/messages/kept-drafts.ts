import { deviceStorage } from "../platform/device-storage.ts";
import type { RoomId } from "../state/entities.ts";

const prefix = "cuplaj.draft.";

/** The drafts that this device keeps, by room: a reload in mid-typing loses nothing. */
export function keptDrafts(): Readonly<Record<RoomId, string>> {
  const drafts: Record<RoomId, string> = {};
  for (const key of draftKeys()) {
    const roomId = Number(key.slice(prefix.length));
    const text = deviceStorage.get(key);
    if (Number.isSafeInteger(roomId) && text) drafts[roomId] = text;
  }
  return drafts;
}

/** Keeps a draft; an empty one is removed. */
export const keepDraft = (roomId: RoomId, text: string): void =>
  deviceStorage.set(prefix + String(roomId), text === "" ? null : text);

/** Removes all drafts: they belong to the one who signed out. */
export function forgetDrafts(): void {
  for (const key of draftKeys()) deviceStorage.set(key, null);
}

const draftKeys = (): readonly string[] => deviceStorage.keys().filter((key) => key.startsWith(prefix));
