import { expect, test } from "vitest";
import { audienceChannels, audienceOf, EntryBroadcaster } from "./broadcast-entry.ts";

const ana = { id: 1, name: "Ana", type: "customer" } as const;

function start() {
  const world = { nowMs: 0, readMs: [] as number[], reads: 0, broadcasts: [] as (readonly string[])[], warnings: 0 };
  const broadcaster = new EntryBroadcaster({
    rooms: {
      async listAudiences() {
        world.reads += 1;
        world.nowMs += world.readMs.shift() ?? 0;
        return [{ roomId: 5, name: "oferta.10001", membersSeq: 3, memberIds: [1, 2, world.reads + 100] }];
      },
    },
    live: { broadcast: (_roomId, _event, channels) => world.broadcasts.push(channels) },
    clock: { steadyMs: () => world.nowMs },
    log: { warn: () => (world.warnings += 1) },
    epoch: "one",
  });
  const read = (seq: number, sinceMs = world.nowMs) =>
    broadcaster.broadcast([{ kind: "read", roomId: 5, seq, membersSeq: 3, person: ana, readSeq: 1 }], sinceMs);
  return { world, broadcaster, read };
}
const channelsWith = (id: number) => [
  "presence-oferta.10001",
  "private-user.1",
  "private-user.2",
  `private-user.${id}`,
];

test("[ROOM-6b] members are read once until they change, and again if the process was halted before broadcasting", async () => {
  const { world, read } = start();
  await read(4);
  await read(5);
  world.nowMs = 1500;
  await read(6, 0);
  world.nowMs = 1501;
  await read(7, 0);
  expect(world.broadcasts).toEqual([101, 101, 101, 102].map(channelsWith));
});

test("[ROOM-6b] an outdated member list is reread once; then the event is left to the room tail", async () => {
  const { world, read } = start();
  world.readMs = [1501, 1500];
  await read(4);
  expect(world.broadcasts).toEqual([channelsWith(102)]);
  world.nowMs += 2000;
  world.readMs = [1501];
  await read(5, 0);
  expect([world.broadcasts.length, world.reads, world.warnings]).toEqual([1, 3, 1]);
});

test("[ROOM-6b] a leave also reaches the person who left", async () => {
  const { world, broadcaster } = start();
  const left = { id: 9, name: "Radu", type: "erp" } as const;
  await broadcaster.broadcast(
    [{ kind: "leave", roomId: 5, seq: 4, membersSeq: 4, person: left, by: null, membersTotal: 3 }],
    0,
  );
  expect(world.broadcasts).toEqual([[...channelsWith(101), "private-user.9"]]);
});

test("[ROOM-6b] an event is for people whose channels are listed, and for users signed by other programs", () => {
  const channels = audienceChannels("oferta.10001", [1, 2]);
  const isFor = audienceOf(channels);
  expect(["1", "2", "3", "10001", "erp-worker"].map(isFor)).toEqual([true, true, false, false, true]);
  expect(audienceOf(channels)("2")).toBe(true);
  expect(audienceOf(audienceChannels("oferta.10001", [1]))("2")).toBe(false);
});
