import { deviceStorage } from "../platform/device-storage.ts";
import type { RoomId } from "../state/entities.ts";
import type { DraftKind } from "./drafts-shape.ts";

/** Stashed drafts are stored under the first release's name for them. */
const keyNames: Readonly<Record<DraftKind, string>> = { draft: "draft", stash: "aside" };

const prefixOf = (kind: DraftKind, owner: string): string => `cuplaj.${keyNames[kind]}.${owner}.`;

/** A person's drafts on this device (`ownerKey`), by room: a reload in mid-typing loses nothing (SEND-6). */
export function storedDrafts(owner: string, kind: DraftKind = "draft"): Readonly<Record<RoomId, string>> {
  const drafts: Record<RoomId, string> = {};
  for (const key of deviceStorage.keys()) {
    const roomId = draftRoomOf(key, kind, owner);
    const text = roomId === null ? null : deviceStorage.get(key);
    if (roomId !== null && text) drafts[roomId] = text;
  }
  return drafts;
}

/** Stores a draft; an empty one is removed. */
export const storeDraft = (owner: string, roomId: RoomId, text: string, kind: DraftKind = "draft"): void =>
  deviceStorage.set(prefixOf(kind, owner) + String(roomId), text === "" ? null : text);

/** Deletes a person's drafts. Unsent messages are not drafts: the person deletes them one by one (SEND-7). */
export function deleteDrafts(owner: string): void {
  const prefixes = [prefixOf("draft", owner), prefixOf("stash", owner)];
  for (const key of deviceStorage.keys()) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) deviceStorage.set(key, null);
  }
}

/** The room whose draft is stored under a key; null for any other key. */
export function draftRoomOf(key: string, kind: DraftKind, owner: string): RoomId | null {
  const prefix = prefixOf(kind, owner);
  const roomId = key.startsWith(prefix) ? Number(key.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(roomId) ? roomId : null;
}
