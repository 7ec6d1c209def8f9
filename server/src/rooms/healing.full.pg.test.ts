import { describe, expect, onTestFinished, test } from "vitest";
import { announcesHead, healed, openHealingStage, ownChannel, shareTwoServers, textsOf } from "../testing/healing.ts";
import { until } from "../testing/server-process.ts";

const stage = await openHealingStage();
const { share, call, makeRoom, say, listen, commitUnheard, leaveUnheard } = stage;
const { ana, radu, mia } = stage.people;

describe("one server", () => {
  const start = share();

  test("[ERR-3b][LIVE-4] an unbroadcast message is announced on the room's sockets and the members' own, once each", async () => {
    const server = await start();
    const room = await makeRoom(server);
    const sockets = [
      await listen(server, radu, ownChannel(radu)),
      await listen(server, mia, room.channel),
      await listen(server, ana, room.channel, ownChannel(ana)),
    ];
    for (let times = 0; times < 3; times += 1) {
      const seq = await commitUnheard(room);
      await healed(sockets, room, seq);
      for (const { frames } of sockets) expect(frames.filter(announcesHead(room, seq))).toHaveLength(1);
    }
    // Events that were broadcast in order are not announced again.
    const seq = await say(server, room, "spus");
    await healed(sockets, room, await commitUnheard(room));
    for (const { frames } of sockets) expect(frames.filter(announcesHead(room, seq)).length).toBeLessThan(2);
  });

  test("[ROOM-6b] a person whose leave was not announced receives nothing afterwards, and loses the channel", async () => {
    const server = await start();
    const room = await makeRoom(server);
    const left = await listen(server, radu, room.channel, ownChannel(radu));
    const stays = await listen(server, ana, room.channel);
    await leaveUnheard(room, radu);
    const said = ["unu", "doi", "trei"];
    for (const text of said) await say(server, room, text);
    await stays.frame(
      ({ event, data }) =>
        event === "pusher_internal:member_removed" && (data as { user_id: string }).user_id === String(radu.id),
    );
    stays.send("client-typing", { name: ana.name, channel: room.channel }, room.channel);
    await say(server, room, "patru");
    await until(() => (textsOf(stays).length === 4 ? true : undefined));
    left.send("pusher:ping", {});
    await left.frame(({ event }) => event === "pusher:pong");
    expect([textsOf(left), left.frames.filter(({ event }) => event === "client-typing")]).toEqual([[], []]);
  });
});

const startTwo = await shareTwoServers(stage);

describe("two servers", () => {
  test.for(["killed", "hanging"] as const)(
    "[LIM-2e] while Redis is %s, each message sent through one server reaches listeners at the other",
    async (how, context) => {
      const { redis, first, room, there } = await startTwo(context);
      if (how === "killed") {
        await redis.stop();
        onTestFinished(() => redis.startAgain());
      } else redis.hang(true);
      for (let times = 0; times < 3; times += 1) {
        expect(await healed(there, room, await say(first, room, `fără ${times}`))).toBe(true);
      }
    },
  );

  test("[LIM-2e] messages lost on a silent link between two servers are announced", async (context) => {
    const { link, first, room, there } = await startTwo(context);
    link.fallSilent();
    for (let times = 0; times < 3; times += 1) {
      expect(await healed(there, room, await say(first, room, `pierdut ${times}`))).toBe(true);
    }
  });

  test("[ROOM-6b] a person who leaves through one server while Redis hangs receives nothing afterwards at the other", async (context) => {
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

  test("[ROOM-6b] messages from before a leave that Redis delayed skip the person who left, and reach others through the room's head", async (context) => {
    const { redis, first, second, room, there } = await startTwo(context);
    const left = await listen(second, radu, room.channel, ownChannel(radu));
    const stays = await listen(second, ana, room.channel);
    redis.hang(true);
    const seq = await say(first, room, "înainte de plecare");
    await call(first, radu, `/api/v1/leave/${room.id}`);
    await stays.frame(({ event }) => event === "pusher_internal:member_removed");
    await healed(there.slice(1), room, seq);
    redis.hang(false);
    await say(first, room, "iar împreună");
    await until(() => (textsOf(stays).includes("iar împreună") ? true : undefined));
    expect(textsOf(left)).toEqual([]);
  });

  test("[ROOM-6d] a person who leaves while Redis hangs and joins again keeps the channel when it resumes", async (context) => {
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

  test("[ROOM-6b] a stalled server catches up on what was published and who left", async (context) => {
    const { first, second, room, there } = await startTwo(context);
    const left = await listen(second, radu, room.channel, ownChannel(radu));
    second.signal("SIGSTOP");
    await leaveUnheard(room, radu);
    const said = await say(first, room, "cât stătea");
    // Waits until the first server has announced three events that were not broadcast.
    const here = await listen(first, mia, room.channel);
    for (let times = 0; times < 3; times += 1) await healed([here], room, await commitUnheard(room));
    const unheard = await commitUnheard(room);
    second.signal("SIGCONT");
    const [mias] = there.slice(1);
    if (mias === undefined) throw new Error("nobody listens");
    await healed([mias], room, said);
    await healed([mias], room, unheard);
    await until(() => (mias.frames.some(({ event }) => event === "pusher_internal:member_removed") ? true : undefined));
    await say(first, room, "după");
    await until(() => (textsOf(mias).includes("după") ? true : undefined));
    expect(textsOf(left)).toEqual([]);
  });

  test("[ERR-3b] commits of a server that is killed before broadcasting them reach listeners at the other", async (context) => {
    const { first, room, there } = await startTwo(context);
    first.signal("SIGKILL");
    await first.ended;
    expect(await healed(there, room, await commitUnheard(room))).toBe(true);
  });
});
