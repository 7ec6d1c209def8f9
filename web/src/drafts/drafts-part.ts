import { fits, isCount, isId } from "../api/shapes.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import {
  type DraftKind,
  type DraftsEffects,
  type DraftsEvents,
  type DraftsState,
  type DraftTarget,
  type StoredDraft,
  draftHandlers,
} from "../state/drafts/drafts-state.ts";
import type { RoomId } from "../state/entities.ts";
import type { Part } from "../state/part.ts";
import { ownerOf } from "../state/selectors.ts";

export const draftsPart: Part<DraftsState, DraftsEvents, DraftsEffects> = {
  initial: { drafts: {}, stashedDrafts: {}, draftTargets: {}, stashedTargets: {} },
  handlers: draftHandlers,
  run: ({ store: { getState, dispatch } }) => {
    deviceStorage.onOtherTab((key) => {
      const owner = ownerOf(getState());
      if (key === null || owner === null) return;
      for (const kind of ["draft", "stash"] as const) {
        const roomId = draftRoomOf(key, kind, owner);
        if (roomId === null) continue;
        dispatch({ type: "drafts/changed-elsewhere", roomId, kind, ...storedDraft(owner, roomId, kind) });
      }
    });
    return {
      "start-session": () => {
        const owner = ownerOf(getState());
        if (owner === null) return;
        dispatch({ type: "drafts/loaded", drafts: storedDrafts(owner), stashed: storedDrafts(owner, "stash") });
      },
      "save-draft": ({ roomId, kind, text, target }) => {
        const owner = ownerOf(getState());
        if (owner !== null) storeDraft(owner, roomId, { text, target }, kind);
      },
      "forget-drafts": ({ owner }) => deleteDrafts(owner),
    };
  },
};

const prefixOf = (kind: DraftKind, owner: string): string => `cuplaj.${kind === "stash" ? "aside" : kind}.${owner}.`;

const targetEnd = ".of";

/** A person's drafts on this device (`ownerKey`), by room: a reload while typing loses nothing (SEND-6). */
export function storedDrafts(owner: string, kind: DraftKind = "draft"): Readonly<Record<RoomId, StoredDraft>> {
  const drafts: Record<RoomId, StoredDraft> = {};
  for (const key of deviceStorage.keys()) {
    const roomId = draftRoomOf(key, kind, owner);
    const draft = roomId === null ? null : storedDraft(owner, roomId, kind);
    if (roomId !== null && draft && (draft.text !== "" || draft.target !== null)) drafts[roomId] = draft;
  }
  return drafts;
}

function storedDraft(owner: string, roomId: RoomId, kind: DraftKind): StoredDraft {
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

export function deleteDrafts(owner: string): void {
  const prefixes = [prefixOf("draft", owner), prefixOf("stash", owner)];
  for (const key of deviceStorage.keys()) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) deviceStorage.set(key, null);
  }
}

export function draftRoomOf(key: string, kind: DraftKind, owner: string): RoomId | null {
  const prefix = prefixOf(kind, owner);
  const rest = key.startsWith(prefix) ? key.slice(prefix.length) : "";
  const roomId = rest === "" ? Number.NaN : Number(rest.endsWith(targetEnd) ? rest.slice(0, -targetEnd.length) : rest);
  return Number.isSafeInteger(roomId) ? roomId : null;
}
