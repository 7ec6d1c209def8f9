import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import type { EraseStore } from "./store.ts";

interface EraseParts {
  readonly store: EraseStore;
  /** Shows a line about how far it is. */
  readonly say: (line: string) => void;
}

/**
 * PERS-2: takes everything of a person from every live row, beside whoever uses the rooms: their places and numbers stay. Who is interrupted
 * does it again by the same user name, which goes last.
 */
export async function erasePerson({ store, say }: EraseParts, personId: number): Promise<void> {
  // First, so that whatever open pages are sent from here on has no name.
  await store.eraseNames(personId, erasedName);
  do {
    const rooms = await store.listRooms(personId);
    for (const [index, roomId] of rooms.entries()) {
      while (await store.eraseInRoom(personId, roomId));
      if ((index + 1) % 100 === 0) say(`${index + 1} of ${rooms.length} rooms`);
    }
    await store.eraseUploads(personId);
    // Once more, for what a call that was under way has stored since then.
    await store.eraseNames(personId, erasedName);
    // Such a call may also have come into a room that was done.
  } while (!(await store.finish(personId)));
}
