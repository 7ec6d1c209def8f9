import { readPendingFile, fieldsOf, isText, isWritten } from "../../api/shapes.ts";
import { deviceStorage } from "../../platform/storage/device-storage.ts";
import { parseJson } from "../../platform/storage/parse-json.ts";
import type { RoomId } from "../../state/entities.ts";
import type { AttachmentsState, TrayFile } from "../../state/files/attachments-shape.ts";

const prefixOf = (owner: string): string => `cuplaj.tray.${owner}.`;

/** Reads a person's trays; `owner` is an `ownerKey`. The bytes are in the device's database. */
export function storedTrays(owner: string): AttachmentsState["trays"] {
  const trays: Record<RoomId, readonly TrayFile[]> = {};
  for (const key of deviceStorage.keys()) {
    const roomId = trayRoomOf(key, owner);
    const files = roomId === null ? [] : readTray(deviceStorage.get(key));
    if (roomId !== null && files.length > 0) trays[roomId] = files;
  }
  return trays;
}

/** Stores a tray without its refused files, which only the tab that chose them shows. */
export function storeTray(owner: string, roomId: RoomId, tray: readonly TrayFile[]): void {
  const rows = tray.filter(({ problem }) => problem === null).map(({ id, file, text }) => ({ id, file, text }));
  deviceStorage.set(prefixOf(owner) + String(roomId), rows.length === 0 ? null : JSON.stringify(rows));
}

export function deleteTrays(owner: string): readonly string[] {
  const ids = Object.values(storedTrays(owner)).flatMap((tray) => tray.map(({ id }) => id));
  for (const key of deviceStorage.keys()) if (key.startsWith(prefixOf(owner))) deviceStorage.set(key, null);
  return ids;
}

export function trayRoomOf(key: string, owner: string): RoomId | null {
  const prefix = prefixOf(owner);
  const roomId = key.startsWith(prefix) ? Number(key.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(roomId) ? roomId : null;
}

export function readTray(stored: string | null): readonly TrayFile[] {
  const rows = parseJson(stored);
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown): readonly TrayFile[] => {
    const { id, file: stored, text } = fieldsOf(row);
    const file = readPendingFile(stored);
    if (!isWritten(id) || file === null) return [];
    return [{ id, file, text: isText(text) ? text : "", isHeld: true, problem: null }];
  });
}
