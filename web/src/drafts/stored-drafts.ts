import { deviceStorage } from "../platform/device-storage.ts";
import type { RoomId } from "../state/entities.ts";
import type { DraftKind } from "./drafts-shape.ts";

const prefixOf = (kind: DraftKind, owner: string): string => `cuplaj.${kind}.${owner}.`;

/** What this device keeps of a person's drafts (`ownerKey`), by room: a reload in mid-typing loses nothing (SEND-6). */
export function storedDrafts(owner: string, kind: DraftKind = "draft"): Readonly<Record<RoomId, string>> {
  const drafts: Record<RoomId, string> = {};
  for (const key of deviceStorage.keys()) {
    const roomId = draftRoomOf(key, kind, owner);
    const text = roomId === null ? null : deviceStorage.get(key);
    if (roomId !== null && text) drafts[roomId] = text;
  }
  return drafts;
}

/** Keeps a draft; an empty one is removed. */
export const saveDraft = (owner: string, roomId: RoomId, text: string, kind: DraftKind = "draft"): void =>
  deviceStorage.set(prefixOf(kind, owner) + String(roomId), text === "" ? null : text);

/** Removes a person's drafts. Unsent messages are no drafts: they are deleted one by one, where the person says so (SEND-7). */
export function forgetDrafts(owner: string): void {
  for (const key of deviceStorage.keys()) {
    if (/^cuplaj\.(draft|aside)\./.test(key) && key.includes(`.${owner}.`)) deviceStorage.set(key, null);
  }
}

/** The room whose draft is kept under a key, or null where it is another key. */
export function draftRoomOf(key: string, kind: DraftKind, owner: string): RoomId | null {
  const prefix = prefixOf(kind, owner);
  const roomId = key.startsWith(prefix) ? Number(key.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(roomId) ? roomId : null;
}
