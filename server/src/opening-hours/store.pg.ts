import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { lockRoom } from "../rooms/locked-room.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { readSetting, removeSetting, replaceSetting } from "../storage/stored-setting.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { HoursStore } from "./store.ts";

const settingKey = "opening_hours";

/** Room $1 lacks the line of the closing that began at $2. */
const lacksLine = "id = $1 and (after_hours_at is null or after_hours_at < $2)";
const selectLacking = namedStatement("hours-lacking", `select from rooms where ${lacksLine}`);
const markRoom = namedStatement("hours-mark", `update rooms set after_hours_at = $3 where ${lacksLine} returning id`);
const logLine = namedStatement(
  "hours-log",
  "select log_event($1, 'after-hours', $2, $3, null, jsonb_build_object('next_open', $4::text))",
);

export const createHoursStore = (pool: StatementPool): HoursStore => ({
  async read() {
    const stored = await readSetting(pool, settingKey);
    return stored === undefined ? null : (JSON.parse(stored) as OpeningHours);
  },
  replace: (hours) =>
    hours === null ? removeSetting(pool, settingKey) : replaceSetting(pool, settingKey, JSON.stringify(hours)),
  lacksLine: async (roomId, since) => (await selectLacking(pool, [roomId, since])).length > 0,
  addLine: ({ roomId, customerId, closing: { since, nextOpen }, now }) =>
    inTransaction(pool, async (client) => {
      const readEntries = await lockRoom(client, roomId);
      const marked = await markRoom(client, [roomId, since, now]);
      if (readEntries === null || marked.length === 0) return { entries: [] };
      await logLine(client, [roomId, customerId, now, nextOpen]);
      return { entries: await readEntries() };
    }),
});
