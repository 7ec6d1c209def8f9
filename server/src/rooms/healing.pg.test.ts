import { randomUUID } from "node:crypto";
import type { User } from "@cuplaj/protocol/participant.ts";
import { type TestContext, describe, expect, onTestFinished, test } from "vitest";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { endAfterAll } from "../testing/at-end.ts";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople, addOffer, type Person } from "../testing/people.ts";
import { openRawSocket, type RawSocket, type ReceivedFrame } from "../testing/raw-socket.ts";
import { linkTo, skipWithoutRedis, startRedisOfFile } from "../testing/redis.ts";
import { type ServerProcess, shareServer, temporaryFolder, until } from "../testing/server-process.ts";
import { createRoomStore } from "./store.pg.ts";

/** Running servers on one database, judged from outside: one fault at a time heals within 2 s (decision 0019). */
const database = await createTestDatabase();
const { ana, radu, mia } = await addPeople(database);
const { pool, url } = database;
const healedMsMax = 2000;
let offers = 90_000;

/** One for all tests of a `describe`, each of which has a room of its own. */
const share = (settings: Record<string, string> = {}): (() => Promise<ServerProcess>) =>
  shareServer((atEnd) => ({ DATABASE_URL: url, DATA_DIR: temporaryFolder(atEnd), LIMITS: "off", ...settings }));

async function call(server: ServerProcess, person: Person, path: string, body: object = {}) {
  const answer = await fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => Number(status) < 300)]);
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of an answer is what tests look at
  return (await answer.json()) as any;
}

interface TestRoom {
  readonly id: number;
  readonly channel: string;
}

/** A room of its own with Ana, Radu and Mia in it. */
async function makeRoom(server: ServerProcess): Promise<TestRoom> {
  offers += 1;
  await addOffer(database.database, offers, ana.id);
  let id = 0;
  for (const person of [ana, radu, mia])
    ({ id } = (await call(server, person, "/api/v1/join", { type: 1, channel: offers })).chat);
  return { id, channel: `presence-oferta.${offers}` };
}

const say = async (server: ServerProcess, { id }: TestRoom, message: string): Promise<number> =>
  (await call(server, ana, `/api/v1/publish/${id}`, { message })).message.seq;

/** A socket of a person on these channels, which knows when it received what. */
async function listen(server: ServerProcess, person: Person, ...channels: string[]) {
  const { pusher_key: key } = (await (await fetch(`${server.url}/api/v1/settings`)).json()) as { pusher_key: string };
  const socket = await openRawSocket(`${server.url.replace("http", "ws")}/app/${key}`);
  onTestFinished(() => socket.close());
  for (const channel of channels) {
    const signed = await call(server, person, "/api/broadcasting/auth", {
      socket_id: socket.socketId,
      channel_name: channel,
    });
    socket.send("pusher:subscribe", { channel, ...signed });
    await socket.frame(
      (frame) => frame.event === "pusher_internal:subscription_succeeded" && frame.channel === channel,
    );
  }
  return socket;
}

const ownChannel = ({ id }: Person): string => `private-user.${id}`;
const textsOf = ({ frames }: RawSocket): string[] =>
  frames.flatMap(({ event, data }) =>
    event === "ChatMessage" ? [(data as { message: { message: string } }).message.message] : [],
  );
const announcesHead =
  ({ id }: TestRoom, seq: number) =>
  ({ event, data }: ReceivedFrame): boolean =>
    event === "RoomHeads" &&
    (data as { heads: { id: number; last_seq: number }[] }).heads.some(
      (head) => head.id === id && head.last_seq >= seq,
    );

/** How long it takes until all of them know that the room's log reaches this far, by its head or by the event. */
async function healed(sockets: readonly RawSocket[], room: TestRoom, seq: number): Promise<number> {
  const sinceStarted = startStopwatch();
  const isHere = (frame: ReceivedFrame): boolean =>
    announcesHead(room, seq)(frame) ||
    (frame.event === "ChatMessage" && (frame.data as { message: { seq: number } }).message.seq === seq);
  await until(() => (sockets.every(({ frames }) => frames.some(isHere)) ? true : undefined));
  return sinceStarted();
}

/** What a process commits that dies before it broadcasts, or never learns of the commit. */
async function commitUnheard(room: TestRoom): Promise<number> {
  const author: User = {
    ...ana,
    type: ana.kind,
    locale: "ro",
    roles: [],
    users_silenced: [],
    rooms: { pinned: [], muted: [], unread: [] },
    notifications: { privacy: "what", quiet: null },
    version: 0,
  };
  const message = { roomId: room.id, author, text: "nespus", clientId: randomUUID() };
  const [result] = await createMessageStore(pool).publish([message], isoTime(systemClock.now()));
  if (result?.status !== "fulfilled" || result.value.kind !== "stored") throw new Error("it was not stored");
  return result.value.message.seq;
}

const leaveUnheard = ({ id }: TestRoom, person: Person) =>
  createRoomStore(pool).removeMember(id, person.id, isoTime(systemClock.now()));

describe("one server", () => {
  const start = share();

  test("[ERR-3b][LIVE-4][LIVE-4a] a message that no process broadcast is announced to the room's sockets and the members' own, once each", async () => {
    const server = await start();
    const room = await makeRoom(server);
    const sockets = [
      await listen(server, radu, ownChannel(radu)),
      await listen(server, mia, room.channel),
      await listen(server, ana, room.channel, ownChannel(ana)),
    ];
    for (let times = 0; times < 3; times += 1) {
      const seq = await commitUnheard(room);
      expect(await healed(sockets, room, seq)).toBeLessThan(healedMsMax);
      for (const { frames } of sockets) expect(frames.filter(announcesHead(room, seq))).toHaveLength(1);
    }
    // What is broadcast in order is not announced too.
    const seq = await say(server, room, "spus");
    await healed(sockets, room, await commitUnheard(room));
    for (const { frames } of sockets) expect(frames.filter(announcesHead(room, seq)).length).toBeLessThan(2);
  });

  test("[ROOM-6b] who left without any announcement receives nothing later, and loses the channel within 2 s", async () => {
    const server = await start();
    const room = await makeRoom(server);
    const left = await listen(server, radu, room.channel, ownChannel(radu));
    const stays = await listen(server, ana, room.channel);
    await leaveUnheard(room, radu);
    const sinceLeft = startStopwatch();
    const said = ["unu", "doi", "trei"];
    for (const text of said) await say(server, room, text);
    await stays.frame(
      ({ event, data }) =>
        event === "pusher_internal:member_removed" && (data as { user_id: string }).user_id === String(radu.id),
    );
    expect(sinceLeft()).toBeLessThan(healedMsMax);
    stays.send("client-typing", { name: ana.name, channel: room.channel }, room.channel);
    await say(server, room, "patru");
    await until(() => (textsOf(stays).length === 4 ? true : undefined));
    left.send("pusher:ping", {});
    await left.frame(({ event }) => event === "pusher:pong");
    expect([textsOf(left), left.frames.filter(({ event }) => event === "client-typing")]).toEqual([[], []]);
  });
});

/** Whether a message comes from one server to those who listen at the other, not only its room's head: what an earlier test cut has healed. */
async function isInTouch(first: ServerProcess, room: TestRoom, there: readonly RawSocket[]): Promise<boolean> {
  const seq = await say(first, room, "începem");
  const isHere = ({ event, data }: ReceivedFrame): boolean =>
    event === "ChatMessage" && (data as { message: { seq: number } }).message.seq === seq;
  for (let times = 0; times < 20; times += 1) {
    if (there.every(({ frames }) => frames.some(isHere))) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

const redis = await startRedisOfFile();
const link = redis === null ? null : await linkTo(redis, endAfterAll());

describe("two servers", () => {
  const [startFirst, startSecond] = [share({ REDIS_URL: redis?.url ?? "" }), share({ REDIS_URL: link?.url ?? "" })];

  /** Both, in touch over Redis; Radu listens at the second one on his own channel, and Mia on the room's. */
  async function startTwo(context: TestContext) {
    if (redis === null || link === null) return skipWithoutRedis(context);
    const [first, second] = [await startFirst(), await startSecond()];
    onTestFinished(() => {
      redis.hang(false);
      second.signal("SIGCONT");
    });
    const room = await makeRoom(first);
    const there = [await listen(second, radu, ownChannel(radu)), await listen(second, mia, room.channel)] as const;
    await until(async () => ((await isInTouch(first, room, there)) ? true : undefined));
    return { redis, link, first, second, room, there };
  }

  test.for(["killed", "hanging"] as const)(
    "[LIM-2e] while Redis is %s each message over the one reaches who listens at the other within 2 s",
    async (how, context) => {
      const { redis, first, room, there } = await startTwo(context);
      if (how === "killed") {
        await redis.stop();
        onTestFinished(() => redis.startAgain());
      } else redis.hang(true);
      for (let times = 0; times < 3; times += 1) {
        const seq = await say(first, room, `fără ${times}`);
        expect(await healed(there, room, seq)).toBeLessThan(healedMsMax);
      }
    },
  );

  test("[LIM-2e] what is lost between two servers whose link falls silent is announced within 2 s", async (context) => {
    const { link, first, room, there } = await startTwo(context);
    link.fallSilent();
    for (let times = 0; times < 3; times += 1) {
      const seq = await say(first, room, `pierdut ${times}`);
      expect(await healed(there, room, seq)).toBeLessThan(healedMsMax);
    }
  });

  test("[ROOM-6b] who leaves over the one while Redis hangs receives nothing later at the other, whoever publishes where", async (context) => {
    const { redis, first, second, room } = await startTwo(context);
    const left = await listen(second, radu, room.channel, ownChannel(radu));
    const stays = await listen(second, ana, room.channel);
    redis.hang(true);
    await call(first, radu, `/api/v1/leave/${room.id}`);
    for (const server of [second, first, second]) await say(server, room, "după plecare");
    redis.hang(false);
    await say(first, room, "iar împreună");
    await until(() => (textsOf(stays).includes("iar împreună") ? true : undefined));
    await until(() =>
      stays.frames.some(({ event }) => event === "pusher_internal:member_removed") ? true : undefined,
    );
    expect(textsOf(left).filter((text) => text !== "începem")).toEqual([]);
  });

  test("[ROOM-6a] what Redis held back from before a leave reaches nobody who left, and the others by its room's head", async (context) => {
    const { redis, first, second, room, there } = await startTwo(context);
    const left = await listen(second, radu, room.channel, ownChannel(radu));
    const stays = await listen(second, ana, room.channel);
    redis.hang(true);
    const seq = await say(first, room, "înainte de plecare");
    await call(first, radu, `/api/v1/leave/${room.id}`);
    await stays.frame(({ event }) => event === "pusher_internal:member_removed");
    expect(await healed(there.slice(1), room, seq)).toBeLessThan(healedMsMax);
    redis.hang(false);
    await say(first, room, "iar împreună");
    await until(() => (textsOf(stays).includes("iar împreună") ? true : undefined));
    expect(textsOf(left)).toEqual([]);
  });

  test("[ROOM-6e] who leaves while Redis hangs and joins again keeps the channel when it goes on", async (context) => {
    const { redis, first, second, room } = await startTwo(context);
    const stays = await listen(second, ana, room.channel);
    redis.hang(true);
    await call(first, radu, `/api/v1/leave/${room.id}`);
    await call(first, radu, "/api/v1/join", { type: 1, channel: Number(room.channel.split(".")[1]) });
    const back = await listen(second, radu, room.channel);
    redis.hang(false);
    await say(first, room, "iar împreună");
    await until(() => (textsOf(stays).includes("iar împreună") ? true : undefined));
    stays.send("client-typing", { name: ana.name, channel: room.channel }, room.channel);
    expect((await back.frame(({ event }) => event === "client-typing")).channel).toBe(room.channel);
  });

  test("[ROOM-6b] a server that stood still finds out within 2 s what was published and who left meanwhile", async (context) => {
    const { first, second, room, there } = await startTwo(context);
    const left = await listen(second, radu, room.channel, ownChannel(radu));
    second.signal("SIGSTOP");
    await leaveUnheard(room, radu);
    const said = await say(first, room, "cât stătea");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const unheard = await commitUnheard(room);
    second.signal("SIGCONT");
    const [mias] = there.slice(1);
    if (mias === undefined) throw new Error("nobody listens");
    const sinceStarted = startStopwatch();
    await healed([mias], room, said);
    await healed([mias], room, unheard);
    await until(() => (mias.frames.some(({ event }) => event === "pusher_internal:member_removed") ? true : undefined));
    expect(sinceStarted()).toBeLessThan(healedMsMax);
    await say(first, room, "după");
    await until(() => (textsOf(mias).includes("după") ? true : undefined));
    expect(textsOf(left)).toEqual([]);
  });

  test("[ERR-3b] what a server committed that was killed before it broadcast reaches who listens at the other within 2 s", async (context) => {
    const { first, room, there } = await startTwo(context);
    first.signal("SIGKILL");
    await first.ended;
    const seq = await commitUnheard(room);
    expect(await healed(there, room, seq)).toBeLessThan(healedMsMax);
  });
});
