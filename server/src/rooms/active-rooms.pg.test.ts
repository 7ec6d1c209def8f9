import { expect, test } from "vitest";
import { startTestApi } from "../testing/test-api.ts";
import { createActiveRoomStore } from "./active-rooms.pg.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, radu, mihai } = people;
const store = createActiveRoomStore(pool);
const join = async (person: typeof ana, offer: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
const room = await join(ana, 10_001);
await join(radu, 10_001);
const other = await join(mihai, 10_005);
const rest = (id: number, minutes: number) =>
  pool.query("update rooms set active_minute = room_minute(now() - make_interval(mins => $2)) where id = $1", [
    id,
    minutes,
  ]);
const activeIds = async (sinceMs: number | null = null) =>
  (await store.listActive(sinceMs, 0, 10)).rooms.map(({ id }) => id).toSorted((one, two) => one - two);

test("[LIVE-3e] any event makes its room recently active, with its head and its newest join or leave", async () => {
  for (const act of [
    () => call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" }),
    () => call(radu, "POST", `/api/v1/read/${room}`),
    () => call(radu, "POST", `/api/v1/leave/${room}`),
    () => join(radu, 10_001),
  ]) {
    await rest(room, 60);
    await rest(other, 60);
    expect(await activeIds()).toEqual([]);
    await act();
    const { rooms } = await store.listActive(null, 0, 10);
    const { rows } = await pool.query("select last_seq, members_seq from rooms where id = $1", [room]);
    const { last_seq: lastSeq, members_seq: membersSeq } = rows[0];
    expect(rooms).toEqual([{ id: room, name: "oferta.10001", lastSeq, membersSeq }]);
  }
});

test("[ERR-3b] a room is recently active from an event's commit on, however long the process was halted before it", async () => {
  api.pass(-600_000);
  for (const act of [
    () => call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" }),
    () => Promise.all(["unu", "doi"].map((message) => call(ana, "POST", `/api/v1/publish/${room}`, { message }))),
    () => call(radu, "POST", `/api/v1/read/${room}`),
    () => call(radu, "POST", `/api/v1/leave/${room}`),
    () => join(radu, 10_001),
    () => pool.query("select log_event($1, 'star', $2, now() - interval '10 minutes')", [room, ana.id]),
  ]) {
    await rest(room, 60);
    await rest(other, 60);
    await act();
    expect(await activeIds()).toEqual([room]);
  }
  api.pass(600_000);
});

test("[LIVE-3e] after a pause, rooms active since 100 s before the last good read are found, by the database's clock", async () => {
  await rest(room, 10);
  await rest(other, 30);
  const { atMs } = await store.listActive(null, 0, 10);
  expect(await activeIds()).toEqual([]);
  expect(await activeIds(atMs)).toEqual([]);
  expect(await activeIds(atMs - 9 * 60_000)).toEqual([room]);
  expect(await activeIds(atMs - 60 * 60_000)).toEqual([room, other]);
  // The database's clock was set back, so the read reaches back equally far.
  await rest(room, 0);
  expect(await activeIds(atMs + 60 * 60_000)).toEqual([room]);
});

test("[LIVE-3e] rooms are listed in portions, newest first, and each once", async () => {
  await rest(room, 0);
  await rest(other, 10);
  const since = (await store.listActive(null, 0, 10)).atMs - 60 * 60_000;
  const pages = await Promise.all([0, 1, 2].map(async (skip) => (await store.listActive(since, skip, 1)).rooms));
  expect(pages.map((rooms) => rooms.map(({ id }) => id))).toEqual([[room], [other], []]);
});
