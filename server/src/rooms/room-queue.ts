import { isDatabaseAway } from "../storage/database-away.ts";

/**
 * Runs each room's work in turn, which keeps broadcasts in order of `seq` (MSG-5). If the database fails, queued work is rejected instead of timing
 * out one by one (ERR-5).
 */
export interface RoomQueue {
  run<T>(roomId: number, work: () => Promise<T>): Promise<T>;
}

export function createRoomQueue(): RoomQueue {
  const tails = new Map<number, Promise<unknown>>();
  return {
    async run(roomId, work) {
      const before = tails.get(roomId);
      // Other failures concern only their own caller, so the next work runs.
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
