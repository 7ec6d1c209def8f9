import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import type { WatchRooms } from "../rooms/active-rooms.ts";
import { startSearching } from "../testing/searching.ts";
import { until } from "../testing/server-process.ts";
import { createIndexStore } from "./index-store.pg.ts";
import type { IndexStore } from "./index-store.ts";
import { SearchIndexer } from "./search-indexer.ts";

const { join, publish, pool, people } = await startSearching();
const { ana, mihai } = people;

const isLevel = async (roomId: number): Promise<boolean> =>
  (
    await pool.query(
      "select from rooms r join search_rooms s on s.room_id = r.id and s.log_seq = r.last_seq where r.id = $1",
      [roomId],
    )
  ).rowCount === 1;

test("[FIND-2b] a room that is always behind delays the others only for its own turn", async () => {
  const hasty = [await join(ana, 10_001), await join(ana, 10_002)];
  const quiet = await join(mihai, 10_005);
  await publish(mihai, quiet, "amortizor");
  await pool.query("update rooms set last_seq = last_seq + 10000000 where id = any($1)", [hasty]);
  const store = createIndexStore(pool);
  let [turns, foundAfter] = [0, null as number | null];
  const counted: IndexStore = {
    ...store,
    look: async (...asked) => {
      turns += 1;
      return await store.look(...asked);
    },
    inBatch: async (work) => {
      const done = await store.inBatch(work);
      if (await isLevel(quiet)) foundAfter ??= turns;
      return done;
    },
  };
  const { rooms } = await createActiveRoomStore(pool).listActive(null, 0, 10);
  const activeRooms = { watch: (watch: WatchRooms) => watch(rooms, true) };
  const indexer = new SearchIndexer({ store: counted, activeRooms, clock: systemClock, log: silentLog });
  indexer.start();
  try {
    expect(await until(() => Promise.resolve(foundAfter ?? undefined))).toBeLessThanOrEqual(hasty.length + 1);
  } finally {
    await indexer.stop();
  }
});
