import { describe, expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { healed, openHealingStage, ownChannel, shareTwoServers } from "../testing/healing.ts";
import type { RawSocket } from "../testing/raw-socket.ts";

const stage = await openHealingStage();
const { makeRoom, say, listen, commitUnheard, leaveUnheard } = stage;
const { ana, radu, mia } = stage.people;
const startTwo = await shareTwoServers(stage);

async function timeOf(work: Promise<unknown>): Promise<number> {
  const elapsedMs = startStopwatch();
  await work;
  return elapsedMs();
}

describe("one server", () => {
  const start = stage.share();

  test("[ERR-3b] an unbroadcast message is announced within 2 s", async () => {
    const server = await start();
    const room = await makeRoom(server);
    const sockets = [await listen(server, radu, ownChannel(radu)), await listen(server, mia, room.channel)];
    const heal = async (): Promise<number> => await timeOf(healed(sockets, room, await commitUnheard(room)));
    expect(await medianOfThree(heal)).toBeLessThan(onThisMachine(2000));
  });

  test("[ROOM-6b] a person whose leave was not announced loses the channel within 2 s", async () => {
    const server = await start();
    const isRemoved = ({ event, data }: RawSocket["frames"][number]): boolean =>
      event === "pusher_internal:member_removed" && (data as { user_id: string }).user_id === String(radu.id);
    const lose = async (): Promise<number> => {
      const room = await makeRoom(server);
      await listen(server, radu, room.channel);
      const stays = await listen(server, ana, room.channel);
      await leaveUnheard(room, radu);
      return await timeOf(stays.frame(isRemoved));
    };
    expect(await medianOfThree(lose)).toBeLessThan(onThisMachine(2000));
  });
});

test("[LIM-2e] while Redis hangs, each message sent through one server reaches listeners at the other within 2 s", async (context) => {
  const { redis, first, room, there } = await startTwo(context);
  redis.hang(true);
  const heal = async (): Promise<number> => await timeOf(healed(there, room, await say(first, room, "fără Redis")));
  expect(await medianOfThree(heal)).toBeLessThan(onThisMachine(2000));
});

test("[LIM-2e] messages lost on a silent link between two servers are announced within 2 s", async (context) => {
  const { link, first, room, there } = await startTwo(context);
  link.fallSilent();
  const heal = async (): Promise<number> => await timeOf(healed(there, room, await say(first, room, "pierdut")));
  expect(await medianOfThree(heal)).toBeLessThan(onThisMachine(2000));
});
