import { randomUUID } from "node:crypto";
import type { User } from "@cuplaj/protocol/participant.ts";
import { expect, onTestFinished, type TestContext } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { endAfterAll } from "./at-end.ts";
import { createTestDatabase } from "./database.ts";
import { addOffer, addPeople, type Person } from "./people.ts";
import { openRawSocket, type RawSocket, type ReceivedFrame } from "./raw-socket.ts";
import { linkTo, skipWithoutRedis, startRedisOfFile } from "./redis.ts";
import { type ServerProcess, shareServer, temporaryFolder, until } from "./server-process.ts";

export interface TestRoom {
  readonly id: number;
  readonly channel: string;
}

export const ownChannel = ({ id }: Person): string => `private-user.${id}`;

export const textsOf = ({ frames }: RawSocket): string[] =>
  frames.flatMap(({ event, data }) =>
    event === "ChatMessage" ? [(data as { message: { message: string } }).message.message] : [],
  );

export const announcesHead =
  ({ id }: TestRoom, seq: number) =>
  ({ event, data }: ReceivedFrame): boolean =>
    event === "RoomHeads" &&
    (data as { heads: { id: number; last_seq: number }[] }).heads.some(
      (head) => head.id === id && head.last_seq >= seq,
    );

const isMessage =
  (seq: number) =>
  ({ event, data }: ReceivedFrame): boolean =>
    event === "ChatMessage" && (data as { message: { seq: number } }).message.seq === seq;

/** Resolves when all sockets know, from a head or an event, that the log reaches `seq`. */
export async function healed(sockets: readonly RawSocket[], room: TestRoom, seq: number): Promise<true> {
  const isHere = (frame: ReceivedFrame): boolean => announcesHead(room, seq)(frame) || isMessage(seq)(frame);
  return await until(() => (sockets.every(({ frames }) => frames.some(isHere)) ? true : undefined));
}

/** Running servers on one database, observed from outside: a single fault heals within 2 s (decision 0019). Call it at the top of a file. */
export async function openHealingStage() {
  const database = await createTestDatabase();
  const { ana, radu, mia } = await addPeople(database);
  const { pool, url } = database;
  let offers = 90_000;

  /** Shares one server among all tests of a `describe`; each test has its own room. */
  const share = (settings: Record<string, string> = {}): (() => Promise<ServerProcess>) =>
    shareServer((atEnd) => ({ DATABASE_URL: url, DATA_DIR: temporaryFolder(atEnd), LIMITS: "off", ...settings }));

  async function call(server: ServerProcess, person: Person, path: string, body: object = {}) {
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => Number(status) < 300)]);
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of a response
    return (await answer.json()) as any;
  }

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

  /** Opens a person's socket on these channels; it records when frames arrive. */
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

  /** Commits a message without broadcasting it, as a process does that dies in between. */
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
    createRoomStore(pool).removeMember({
      roomId: id,
      participantId: person.id,
      by: null,
      now: isoTime(systemClock.now()),
    });

  return { people: { ana, radu, mia }, share, call, makeRoom, say, listen, commitUnheard, leaveUnheard };
}

type HealingStage = Awaited<ReturnType<typeof openHealingStage>>;

/** Starts two servers connected by Redis. On the second, Radu listens on his own channel and Mia on the room's. Call it at the top of a file. */
export async function shareTwoServers({ people, share, makeRoom, say, listen }: HealingStage) {
  const redis = await startRedisOfFile();
  const link = redis === null ? null : await linkTo(redis, endAfterAll());
  const [startFirst, startSecond] = [share({ REDIS_URL: redis?.url ?? "" }), share({ REDIS_URL: link?.url ?? "" })];

  /** Whether a message, and not just its head, reaches listeners at the other server, which means that an earlier cut has healed. */
  async function isInTouch(first: ServerProcess, room: TestRoom, there: readonly RawSocket[]): Promise<boolean> {
    const seq = await say(first, room, "începem");
    await healed(there, room, seq);
    return there.every(({ frames }) => frames.some(isMessage(seq)));
  }

  return async (context: TestContext) => {
    if (redis === null || link === null) return skipWithoutRedis(context);
    const [first, second] = [await startFirst(), await startSecond()];
    onTestFinished(() => {
      redis.hang(false);
      second.signal("SIGCONT");
    });
    const room = await makeRoom(first);
    const there = [
      await listen(second, people.radu, ownChannel(people.radu)),
      await listen(second, people.mia, room.channel),
    ] as const;
    await until(async () => ((await isInTouch(first, room, there)) ? true : undefined));
    return { redis, link, first, second, room, there };
  };
}
