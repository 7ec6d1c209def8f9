import { beforeEach, describe, expect, test, vi } from "vitest";
import { AfterHours } from "@cuplaj/protocol/events.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { Check } from "typebox/value";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { addOffer } from "../testing/people.ts";
import { requestToSend } from "../testing/requests.ts";
import { readRoomLog } from "../testing/room-log.ts";
import { startTestApi } from "../testing/test-api.ts";
import { listenForUploads } from "../testing/upload-calls.ts";

const api = await startTestApi();
const second = await startTestApi({ pool: api.pool });
const { people, call, database, pool, broadcasts } = api;
const { ana, radu, mia, admin } = people;
const hourMs = 3_600_000;
let passedMs = 0;

const nowMs = (): number => systemClock.now() + passedMs;

/** Hours in whose zone it is past noon; the shop closed at 11 and opens at 14. */
function noon(atMs = nowMs()) {
  const hour = new Date(atMs).getUTCHours();
  const week = Array.from({ length: 7 }, () => [
    { from: "08:00", to: "11:00" },
    { from: "14:00", to: "18:00" },
  ]);
  return {
    time_zone: `Etc/GMT${hour < 12 ? "-" : "+"}${Math.abs(12 - hour)}`,
    week,
    closures: [],
    text: { ro: "", en: "" },
  };
}

const enter = (hours: object | null) => call(admin, "PUT", "/api/v1/admin/hours", { hours });

function pass(hours: number): void {
  passedMs += hours * hourMs;
  api.pass(hours * hourMs);
  second.pass(hours * hourMs);
}

let offers = 60_000;
async function makeRoom(): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of [ana, radu, mia]) {
    const { body } = await call(person, "POST", "/api/v1/join", { type: 1, channel: offers });
    id = body.chat.id;
  }
  return id;
}

const publish = (person: typeof ana, room: number, at = api) =>
  at.call(person, "POST", `/api/v1/publish/${room}`, { message: "salut" });

const kindsIn = async (room: number): Promise<readonly string[]> =>
  (await readRoomLog(pool, room)).map(({ kind }) => kind).filter((kind) => kind !== "join");

const untilLogIs = (room: number, kinds: readonly string[]) =>
  vi.waitFor(async () => expect(await kindsIn(room)).toEqual(kinds), patient);

beforeEach(async () => {
  broadcasts.length = 0;
  await enter(null);
});

describe("a customer's message while closed", () => {
  test("[HOURS-1e] is followed by one line per room and closing, and staff's messages by none", async () => {
    const room = await makeRoom();
    await publish(ana, room);
    await enter(noon());
    await publish(radu, room);
    expect((await publish(ana, room)).status).toBe(201);
    const lined = ["message", "message", "message", "after-hours"];
    await untilLogIs(room, lined);
    await publish(ana, room);
    await publish(mia, room);
    pass(2.5);
    await publish(ana, room);
    pass(7);
    await publish(ana, room);
    await untilLogIs(room, [...lined, ...["message", "message", "message", "message", "after-hours"]]);
    const other = await makeRoom();
    await publish(ana, other);
    await untilLogIs(other, ["message", "after-hours"]);
    expect(await kindsIn(room)).toHaveLength(9);
  });

  test("[HOURS-1e][MSG-5a] the line is broadcast to the room with the next opening", async () => {
    const room = await makeRoom();
    const atMs = nowMs();
    await enter(noon(atMs));
    await publish(ana, room);
    const lines = () => broadcasts.filter(({ event }) => event === "AfterHours");
    await vi.waitFor(() => expect(lines()).toHaveLength(1), patient);
    const [{ data, channels }] = lines() as [(typeof broadcasts)[number]];
    expect(Check(AfterHours, data)).toBe(true);
    const opening = isoTime(atMs - (atMs % hourMs) + 2 * hourMs);
    const { last_seq: seq } = (await call(mia, "GET", `/api/v1/chat/${room}`)).body.chats[0];
    expect(data).toMatchObject({
      next_open: opening,
      by: { id: ana.id, type: "customer" },
      room: { id: room, last_seq: seq },
    });
    expect(channels).toEqual([`presence-oferta.${offers}`, ...[ana, radu, mia].map(({ id }) => `private-user.${id}`)]);
    expect(broadcasts.map(({ event }) => event).slice(-2)).toEqual(["ChatMessage", "AfterHours"]);
    const page = (await call(mia, "GET", `/api/v1/chat/${room}/1`)).body.data;
    expect(page.events.at(-1)).toMatchObject({ seq, event: "AfterHours", data });
  });

  test("[HOURS-1e][REQ-1a] the line follows a new request too", async () => {
    await enter(noon());
    const { chat } = (await call(ana, "POST", "/api/v1/requests", requestToSend())).body;
    await untilLogIs(chat.id, ["message", "after-hours"]);
    expect(broadcasts.at(-1)).toMatchObject({ event: "AfterHours", data: { room: { id: chat.id } } });
  });

  test("[HOURS-1e] in shops that never open, the line has no opening and stays the only one", async () => {
    const room = await makeRoom();
    await enter({ ...noon(), week: Array.from({ length: 7 }, () => []) });
    await publish(ana, room);
    await untilLogIs(room, ["message", "after-hours"]);
    expect(broadcasts.findLast(({ event }) => event === "AfterHours")?.data).toMatchObject({ next_open: null });
    pass(24);
    await publish(ana, room);
    const other = await makeRoom();
    await publish(ana, other);
    await untilLogIs(other, ["message", "after-hours"]);
    expect(await kindsIn(room)).toEqual(["message", "after-hours", "message"]);
  });

  test("[HOURS-1e] a file is followed by the line too", async () => {
    const room = await makeRoom();
    await enter(noon());
    const { sendForm } = await listenForUploads(api.app);
    const form = [["attachment", { name: "a.txt", bytes: Buffer.from("piesa") }]] as const;
    expect((await sendForm(ana, `/api/v1/publish/${room}/upload`, form)).status).toBe(201);
    await untilLogIs(room, ["message", "after-hours"]);
  });

  test("[HOURS-1f] is answered before its line", async () => {
    const room = await makeRoom();
    await enter(noon());
    const client = await pool.connect();
    await client.query("begin");
    // A line locks the room's offer first, while a message does not.
    await client.query("select from offers where id = $1 for update", [offers]);
    expect((await publish(ana, room)).status).toBe(201);
    expect(await kindsIn(room)).toEqual(["message"]);
    await client.query("rollback");
    client.release();
    await untilLogIs(room, ["message", "after-hours"]);
  });

  test("[HOURS-1e] messages through several processes at the same time get one line", async () => {
    const room = await makeRoom();
    await enter(noon());
    second.pass(1000);
    await Promise.all([api, second, api, second].map((at) => publish(ana, room, at)));
    const other = await makeRoom();
    await Promise.all([api, second].map((at) => publish(ana, other, at)));
    for (const [each, messages] of [
      [room, 4],
      [other, 2],
    ] as const) {
      await vi.waitFor(async () => expect(await kindsIn(each)).toHaveLength(messages + 1), patient);
      expect((await kindsIn(each)).filter((kind) => kind === "after-hours")).toHaveLength(1);
    }
  });
});
