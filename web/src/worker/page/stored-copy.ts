import { fieldsOf, fits, isCount, isId, isText, isWritten, listOf, orNull } from "../../api/shapes.ts";
import { deviceCopies, hasDeviceCopies, type OneStore } from "../../platform/storage/one-store.ts";
import type { RoomId } from "../../state/entities.ts";
import type { AppState } from "../../state/shape.ts";
import { type DeviceCopy, type ListCopy, listCopy, openedMax, type RoomCopy, roomCopy } from "./device-copy.ts";

/** Increment this when the shape of copies changes. Copies in another format are ignored. */
const copyFormat = 3;
const listKey = "list";
const roomPrefix = "room.";
const isRoomKey = (key: string): boolean => key.startsWith(roomPrefix);

type MadeOf = readonly unknown[];

/** Writes nothing after the person has signed out: a write would recreate the database that signing out deletes. */
export function createStoredCopy(owner: string, isSignedIn: () => boolean, copies: OneStore = deviceCopies) {
  const written = new Map<string, MadeOf>();
  const gone = new Set<RoomId>();
  const value = (copy: object): object => ({ ...copy, owner, format: copyFormat });

  async function readList(): Promise<ListCopy | null> {
    const list = (await hasDeviceCopies()) ? await copies.get(listKey) : null;
    return isOwn(list) && isList(list) ? list : null;
  }

  const isOwn = (copy: unknown): boolean =>
    fieldsOf(copy)["owner"] === owner && fieldsOf(copy)["format"] === copyFormat;

  async function readRooms(): Promise<readonly RoomCopy[]> {
    const keys = (await copies.keys()).filter(isRoomKey);
    const rooms = await Promise.all(keys.map((key) => copies.get(key)));
    return rooms.filter((copy): copy is RoomCopy => isOwn(copy) && isRoom(copy));
  }

  async function put(key: string, madeOf: MadeOf, copy: object): Promise<void> {
    if (written.get(key)?.every((each, i) => each === madeOf[i]) || !isSignedIn()) return;
    await copies.put(key, value(copy));
    written.set(key, madeOf);
  }

  async function removeAllBut(opened: readonly RoomId[]): Promise<void> {
    const isOld = (key: string) => isRoomKey(key) && !opened.includes(Number(key.slice(roomPrefix.length)));
    // Drops old entries, since otherwise the offers and histories of all rooms ever opened would stay in memory.
    for (const key of written.keys()) if (isOld(key)) written.delete(key);
    const old = (await copies.keys()).filter(isOld);
    if (old.length > 0) await copies.remove(old);
  }

  return {
    read: async (): Promise<DeviceCopy | null> => {
      const list = await readList();
      return list && { list, rooms: await readRooms() };
    },
    forgetRoom: (roomId: RoomId): void => void gone.add(roomId),
    /** Writes the copies that have changed. Rooms opened on earlier visits still count among the last ones. */
    write: async (state: AppState, at: string): Promise<void> => {
      const before = (await readList())?.opened ?? [];
      const now = state.offline.opened;
      const opened = [...before.filter((id) => !now.includes(id) && !gone.has(id)), ...now].slice(-openedMax);
      const list = listCopy(state, at);
      if (list) await put(listKey, [state.rooms, state.sync.epoch, opened.join()], { ...list, opened });
      for (const roomId of now) {
        const copy = roomCopy(state, roomId);
        const madeOf = [state.rooms.byId[roomId], state.timelines[roomId], copy?.offer];
        if (copy) await put(roomPrefix + String(roomId), madeOf, copy);
      }
      if (isSignedIn()) await removeAllBut(opened);
    },
  };
}

const isSomeRoom = (value: unknown): boolean =>
  fits(value, { id: isId, name: isText, epoch: isText, members: Array.isArray });

const isList = (value: unknown): value is ListCopy =>
  fits<ListCopy>(value, {
    at: isWritten,
    epoch: orNull(isText),
    order: listOf(isId),
    opened: listOf(isId),
    total: isCount,
    page: isCount,
    rooms: listOf(isSomeRoom),
  });

const isRoom = (value: unknown): value is RoomCopy =>
  fits<RoomCopy>(value, { room: isSomeRoom, from: isCount, messages: listOf({ id: isId, seq: isId, text: isText }) });
