import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { Arrangement, OwnRoomStore } from "./store.ts";

type Arranged = Awaited<ReturnType<OwnRoomStore["arrange"]>>;

const arrange = (call: string) =>
  namedStatement<{ arranged: Arranged }>(`own-rooms-${call}`, `select ${call}($1, $2, $3, $4) as arranged`);

const kinds: Readonly<Record<Arrangement, { readonly run: ReturnType<typeof arrange>; readonly roomsMax: number }>> = {
  pinned: { run: arrange("pin_room"), roomsMax: pinnedRoomsMax },
  muted: { run: arrange("mute_room"), roomsMax: mutedRoomsMax },
  unread: { run: arrange("mark_unread"), roomsMax: markedRoomsMax },
};

const selectMessage = namedStatement("own-rooms-message", "select from messages where room_id = $1 and seq = $2");

export function createOwnRoomStore(pool: StatementPool): OwnRoomStore {
  return {
    async arrange({ roomId, participantId }, how, wanted) {
      const { run, roomsMax } = kinds[how];
      const [row] = await run(pool, [participantId, roomId, wanted, roomsMax]);
      return row?.arranged ?? "no-member";
    },
    hasMessage: async (roomId, seq) => (await selectMessage(pool, [roomId, seq])).length > 0,
  };
}
