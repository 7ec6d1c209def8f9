import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { Arrangement, OwnRoomStore } from "./store.ts";

type Arranged = Awaited<ReturnType<OwnRoomStore["arrange"]>>;

const arrangeRoom = namedStatement<{ arranged: Arranged }>(
  "own-rooms-arrange",
  "select arrange_room($1, $2, $3, $4, $5) as arranged",
);

const roomsMax: Readonly<Record<Arrangement, number>> = {
  pinned: pinnedRoomsMax,
  muted: mutedRoomsMax,
  unread: markedRoomsMax,
};

const selectMessage = namedStatement("own-rooms-message", "select from messages where room_id = $1 and seq = $2");

export function createOwnRoomStore(pool: StatementPool): OwnRoomStore {
  return {
    async arrange({ roomId, participantId }, how, wanted) {
      const [row] = await arrangeRoom(pool, [participantId, roomId, how, wanted, roomsMax[how]]);
      return row?.arranged ?? "no-member";
    },
    hasMessage: async (roomId, seq) => (await selectMessage(pool, [roomId, seq])).length > 0,
  };
}
