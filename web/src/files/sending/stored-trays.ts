import { readPendingFile, fieldsOf, isText, isWritten } from "../../api/shapes.ts";
import { deviceStorage } from "../../platform/storage/device-storage.ts";
import { parseJson } from "../../platform/storage/parse-json.ts";
import type { RoomId } from "../../state/entities.ts";
import type { AttachmentsState, TrayFile } from "./attachments-shape.ts";

/** How the keys of everybody's trays begin. */
export const trayKeys = "cuplaj.tray.";

const prefixOf = (owner: string): string => `${trayKeys}${owner}.`;

/** A person's trays on this device (`ownerKey`), by room; the bytes lie in its database. */
export function storedTrays(owner: string): AttachmentsState["trays"] {
  const trays: Record<RoomId, readonly TrayFile[]> = {};
  for (const key of deviceStorage.keys()) {
    const roomId = trayRoomOf(key, owner);
    const files = roomId === null ? [] : readTray(deviceStorage.get(key));
    if (roomId !== null && files.length > 0) trays[roomId] = files;
  }
  return trays;
}

/** Stores a tray without what cannot be sent: that is shown once, to whoever chose it. */
export function storeTray(owner: string, roomId: RoomId, tray: readonly TrayFile[]): void {
  const rows = tray.filter(({ problem }) => problem === null).map(({ id, file, text }) => ({ id, file, text }));
  deviceStorage.set(prefixOf(owner) + String(roomId), rows.length === 0 ? null : JSON.stringify(rows));
}

/** Deletes a person's trays; answers the ids of their files. */
export function deleteTrays(owner: string): readonly string[] {
  const ids = Object.values(storedTrays(owner)).flatMap((tray) => tray.map(({ id }) => id));
  for (const key of deviceStorage.keys()) if (key.startsWith(prefixOf(owner))) deviceStorage.set(key, null);
  return ids;
}

/** The room whose tray is stored under a key; null for any other key. */
export function trayRoomOf(key: string, owner: string): RoomId | null {
  const prefix = prefixOf(owner);
  const roomId = key.startsWith(prefix) ? Number(key.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(roomId) ? roomId : null;
}

/** A tray as it was stored; what is not of its shape is left out. */
export function readTray(stored: string | null): readonly TrayFile[] {
  const rows = parseJson(stored);
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown): readonly TrayFile[] => {
    const { id, file: stored, text } = fieldsOf(row);
    const file = readPendingFile(stored);
    if (!isWritten(id) || file === null) return [];
    return [{ id, file, text: isText(text) ? text : "", isHeld: true, problem: null }];
  });
}
