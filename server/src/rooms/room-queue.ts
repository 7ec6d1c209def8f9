import { isDatabaseAway } from "../storage/database-away.ts";

/**
 * Runs the changes of a room one after the other, so that their broadcasts leave in the order of `seq` (MSG-5). Work that waited
 * behind a failure of the database is rejected with it, instead of waiting for the database again, one after the other (ERR-5).
 */
export interface RoomQueue {
  run<T>(roomId: number, work: () => Promise<T>): Promise<T>;
}

/** A queue for each room in this process, gone with its last work. */
export function createRoomQueue(): RoomQueue {
  const tails = new Map<number, Promise<unknown>>();
  return {
    async run(roomId, work) {
      const before = tails.get(roomId);
      // Any other failure is the concern of whoever asked for it; the next in line starts all the same.
      const mine =
        before === undefined
          ? work()
          : before.then(work, (reason: unknown) => (isDatabaseAway(reason) ? Promise.reject(reason) : work()));
      tails.set(roomId, mine);
      try {
        return await mine;
      } finally {
        if (tails.get(roomId) === mine) tails.delete(roomId);
      }
    },
  };
}
