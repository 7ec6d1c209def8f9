import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import type { EraseStore } from "./store.ts";

interface EraseParts {
  readonly store: EraseStore;
  readonly say: (line: string) => void;
}

/**
 * PERS-2: removes a person from every live row while others use the rooms; places and numbers stay. An interrupted run restarts with the
 * same username, which goes last.
 */
export async function erasePerson({ store, say }: EraseParts, personId: number): Promise<void> {
  // First, so that open pages get no name from here on.
  await store.eraseNames(personId, erasedName);
  do {
    const rooms = await store.listRooms(personId);
    for (const [index, roomId] of rooms.entries()) {
      while (await store.eraseInRoom(personId, roomId));
      if ((index + 1) % 100 === 0) say(`${index + 1} of ${rooms.length} rooms`);
    }
    await store.eraseUploads(personId);
    // Again, for calls in flight since then.
    await store.eraseNames(personId, erasedName);
    // Such a call may have reached a room that was done.
  } while (!(await store.finish(personId)));
}
