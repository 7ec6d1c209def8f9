import { deviceStorage } from "../platform/storage/device-storage.ts";
import type { RoomId } from "../state/entities.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import { fits, isCount, isId } from "../api/shapes.ts";
import type { DraftKind, DraftTarget, StoredDraft } from "../state/drafts/drafts-state.ts";

/** Stashed drafts are stored under the first release's name for them. */
const keyNames: Readonly<Record<DraftKind, string>> = { draft: "draft", stash: "aside" };

const prefixOf = (kind: DraftKind, owner: string): string => `cuplaj.${keyNames[kind]}.${owner}.`;

/** What a draft replies to or edits stands under a key of its own: a release that knows no replies goes on with its text. */
const targetEnd = ".of";

/** A person's drafts on this device (`ownerKey`), by room: a reload in mid-typing loses nothing (SEND-6). */
export function storedDrafts(owner: string, kind: DraftKind = "draft"): Readonly<Record<RoomId, StoredDraft>> {
  const drafts: Record<RoomId, StoredDraft> = {};
  for (const key of deviceStorage.keys()) {
    const roomId = draftRoomOf(key, kind, owner);
    const draft = roomId === null ? null : storedDraft(owner, roomId, kind);
    if (roomId !== null && draft && (draft.text !== "" || draft.target !== null)) drafts[roomId] = draft;
  }
  return drafts;
}

/** A room's draft on this device. */
export function storedDraft(owner: string, roomId: RoomId, kind: DraftKind): StoredDraft {
  const key = prefixOf(kind, owner) + String(roomId);
  return {
    text: deviceStorage.get(key) ?? "",
    target: readTarget(parseJson(deviceStorage.get(key + targetEnd) ?? "")),
  };
}

const readTarget = (value: unknown): DraftTarget | null =>
  fits<DraftTarget>(value, { kind: (kind) => kind === "reply" || kind === "edit", messageId: isId, seq: isCount })
    ? value
    : null;

/** Stores a draft; an empty one is removed. */
export function storeDraft(
  owner: string,
  roomId: RoomId,
  { text, target }: StoredDraft,
  kind: DraftKind = "draft",
): void {
  const key = prefixOf(kind, owner) + String(roomId);
  deviceStorage.set(key + targetEnd, target === null ? null : JSON.stringify(target));
  deviceStorage.set(key, text === "" ? null : text);
}

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
  const rest = key.startsWith(prefix) ? key.slice(prefix.length) : "";
  const roomId = rest === "" ? Number.NaN : Number(rest.endsWith(targetEnd) ? rest.slice(0, -targetEnd.length) : rest);
  return Number.isSafeInteger(roomId) ? roomId : null;
}
