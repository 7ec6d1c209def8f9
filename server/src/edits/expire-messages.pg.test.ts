import type { Message } from "@cuplaj/protocol/message.ts";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import type { Rounds } from "../kernel/rounds.ts";
import { readConfig } from "../settings/config.ts";
import { createActing } from "../testing/acting.ts";
import { findBrokenInvariants } from "../testing/growth/check-growth.ts";
import { requestToSend } from "../testing/requests.ts";
import { giveFile } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";
import { expireMessages, type RetentionStore } from "./expire-messages.ts";
import { createRetentionStore } from "./retention-store.pg.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, radu } = people;
const { makeRoom, say, sync } = createActing(api);
const store = createRetentionStore(pool);
const running: Rounds[] = [];
afterAll(() => Promise.all(running.map((rounds) => rounds.stop())));

/** Runs retention with an age of ten days until it is done. */
async function expire(): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const watched: RetentionStore = {
    ...store,
    async listOlder(...after) {
      const found = await store.listOlder(...after);
      if (found.length === 0) passed.resolve();
      return found;
    },
  };
  running.push(expireMessages({ store: watched, storedDays: 10, clock: systemClock, log: silentLog }));
  await passed.promise;
}

const age = (id: number, days: number) =>
  pool.query("update messages set created_at = now() - $2 * interval '1 day' where id = $1", [id, days]);

test("[KEEP-5] older messages lose text and file, also of people who left, keep their seq, and sync reports it", async () => {
  const { id, message } = await makeRoom([radu]);
  const left = await say(radu, id, "De la cine a plecat");
  const edited = await say(ana, id, "Înainte");
  await call(ana, "PUT", `/api/v1/chat/${id}/message/${edited.id}`, { message: "După" });
  const young = await say(ana, id, "De ieri");
  const newest = await say(ana, id, "De azi");
  const file = { name: "a.pdf", mime: "application/pdf", content: Buffer.from("a") };
  const fileId = await giveFile(api, edited.id, file);
  for (const { id: old } of [message, left, edited]) await age(old, 11);
  await age(young.id, 9);
  await call(radu, "POST", `/api/v1/leave/${id}`);
  const before = await sync(ana, id, 0);
  await expire();
  const { rows } = await pool.query<{ body: string; is_deleted: boolean; seq: number; file_id: string | null }>(
    "select body, deleted_at is not null as is_deleted, seq, file_id from messages where room_id = $1 order by seq",
    [id],
  );
  expect(rows).toEqual([
    ...[message, left, edited].map(({ seq }) => ({ body: "", is_deleted: true, seq, file_id: null })),
    { body: "De ieri", is_deleted: false, seq: young.seq, file_id: null },
    { body: "De azi", is_deleted: false, seq: newest.seq, file_id: null },
  ]);
  expect((await pool.query("select from message_edits where room_id = $1", [id])).rowCount).toBe(0);
  expect((await pool.query("select from files where id = $1", [fileId])).rowCount).toBe(0);
  const { data } = (await call(ana, "GET", `/api/v1/chat/${id}/1`)).body;
  expect(data.messages.map((shown: Message) => [shown.seq, shown.message])).toEqual([
    ...[message, left, edited].map(({ seq }) => [seq, ""]),
    [young.seq, "De ieri"],
    [newest.seq, "De azi"],
  ]);
  expect(await sync(ana, id, before.length)).toMatchObject([{}, {}, {}].map(() => ({ event: "MessageUpdated" })));
  expect(await findBrokenInvariants(pool)).toEqual([]);
  const ran = await sync(ana, id, 0);
  await expire();
  expect(await sync(ana, id, 0)).toEqual(ran);
});

test("[KEEP-5] without the setting, messages of any age keep their text", () => {
  expect(readConfig({}, "/").retentionDays).toBeNull();
  expect(readConfig({ RETENTION_DAYS: "730" }, "/").retentionDays).toBe(730);
  expect(() => readConfig({ RETENTION_DAYS: "0" }, "/")).toThrow("RETENTION_DAYS");
});

test("[KEEP-5] a request loses its words with its message", async () => {
  const { chat } = (await call(ana, "POST", "/api/v1/requests", requestToSend())).body;
  await pool.query("update messages set created_at = now() - interval '11 days'");
  await expire();
  const { rows } = await pool.query("select text, items, vin, plate, make from requests where id = $1", [
    chat.request.id,
  ]);
  expect(rows).toEqual([{ text: "", items: [], vin: "", plate: "", make: "Škoda" }]);
});
