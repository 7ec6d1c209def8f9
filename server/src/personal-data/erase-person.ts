import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import type { EraseStore } from "./store.ts";

interface EraseParts {
  readonly store: EraseStore;
  readonly say: (line: string) => void;
}

/**
 * PERS-2: removes a person from every live row while others use the rooms; `seq`s and ordinals remain. An interrupted run is restarted with the
 * username, which is removed last.
 */
export async function erasePerson({ store, say }: EraseParts, personId: number): Promise<void> {
  // Comes first, so that open pages no longer get the name.
  await store.eraseNames(personId, erasedName);
  do {
    const rooms = await store.listRooms(personId);
    for (const [index, roomId] of rooms.entries()) {
      while (await store.eraseInRoom(personId, roomId));
      if ((index + 1) % 100 === 0) say(`${index + 1} of ${rooms.length} rooms`);
    }
    await store.eraseUploads(personId);
    // Repeated because of calls that were in flight.
    await store.eraseNames(personId, erasedName);
    // Such a call may have changed a room that was already processed.
  } while (!(await store.finish(personId)));
}
