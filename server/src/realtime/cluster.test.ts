import { describe, expect, test } from "vitest";
import { createMemoryBus, type Bus, type BusEnvelope } from "./bus.ts";
import type { BroadcastMark, RealtimeHooks } from "./realtime-options.ts";
import { type Core, startCore } from "../testing/realtime/core.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { bind } from "./user-sockets.ts";

const room = "presence-room";
const ana = { user_id: "1", user_info: { name: "Ana" } };
const radu = { user_id: "2", user_info: { name: "Radu" } };

/** Starts two processes on one bus and clock. `cut` disconnects the second from the bus, as a crash would; `mute` drops only what it sends. */
function startTwo(hooks: RealtimeHooks = {}) {
  const memory = createMemoryBus();
  const clock = new FakeClock();
  let isCut = false;
  let isMute = false;
  const link = memory.link();
  const breakable: Bus = {
    ...link,
    publish(envelope) {
      if (!isCut && !isMute) link.publish(envelope);
    },
    subscribe: (handler) => link.subscribe((envelope: BusEnvelope) => (isCut ? undefined : handler(envelope))),
  };
  const first = startCore({ clock, bus: memory.link(), hooks });
  const second = startCore({ clock, bus: breakable, hooks });
  const cut = (isNowCut: boolean) => (isCut = isNowCut);
  const mute = (isNowMute: boolean) => (isMute = isNowMute);
  return { clock, first, second, cut, mute };
}

function publish(core: Core, channels: string[], mark?: BroadcastMark): void {
  const app = core.parts.registry.appById("7");
  if (app === null) throw new Error("There is no app");
  const message = { channels, event: "e", data: "{}", ...(mark !== undefined && { mark }) };
  core.parts.broadcaster.deliver(app, message);
  core.parts.cluster.publish({ kind: "broadcast", appId: "7", ...message });
}

describe("several processes", () => {
  test("[LIM-2a] broadcasts and whispers reach sockets of the other process, once each", () => {
    const { first, second } = startTwo();
    const [here, there] = [first.connect(), second.connect()];
    for (const client of [here, there]) {
      client.subscribe("private-a");
      client.subscribe("private-b");
      client.wire.take();
    }
    publish(first, ["private-b", "private-a"]);
    here.send({ event: "client-x", channel: "private-a", data: {} });
    expect(here.wire.take().map((frame) => frame.channel)).toEqual(["private-b"]);
    expect(there.wire.take().map((frame) => [frame.event, frame.channel])).toEqual([
      ["e", "private-b"],
      ["client-x", "private-a"],
    ]);
  });

  test("[ROOM-6b] a marked broadcast reaches only people whom the app selects, and its mark is reported, in each process", () => {
    const marks: BroadcastMark[] = [];
    const { first, second } = startTwo({
      onBroadcast: (mark) => marks.push(mark) > 0,
      audienceOf: (channels) => (userId) => channels.includes(`private-user.${userId}`),
    });
    const clients = [first, second].flatMap((core) =>
      [ana, radu].map((person) => {
        const client = core.connect();
        client.subscribe(room, person);
        return client;
      }),
    );
    const received = () => clients.map(({ wire }) => wire.take().filter(({ event }) => event === "e").length);
    publish(first, [room, "private-user.2"], ["5", 7]);
    expect([received(), marks]).toEqual([
      [0, 1, 0, 1],
      [
        ["5", 7],
        ["5", 7],
      ],
    ]);
    publish(second, [room]);
    expect([received(), marks.length]).toEqual([[1, 1, 1, 1], 2]);
  });

  test("[ROOM-6b] a broadcast with an outdated mark reaches nobody in any process", () => {
    const { first, second } = startTwo({ onBroadcast: ([, seq]) => seq > 7 });
    const clients = [first, second].map((core) => core.connect());
    for (const client of clients) client.subscribe("private-a");
    const received = () => clients.map(({ wire }) => wire.take().filter(({ event }) => event === "e").length);
    publish(first, ["private-a"], ["5", 7]);
    expect(received()).toEqual([0, 0]);
    publish(first, ["private-a"], ["5", 8]);
    expect(received()).toEqual([1, 1]);
  });

  test("[LIVE-6] presence counts people across all processes", () => {
    const { clock, first, second } = startTwo();
    const watcher = first.connect();
    watcher.subscribe(room, ana);
    clock.advance(0);
    const [here, there] = [first.connect(), second.connect()];
    there.subscribe(room, radu);
    clock.advance(0);
    expect(there.wire.take().at(-1)?.data).toMatchObject({ presence: { ids: ["1", "2"], count: 2 } });
    here.subscribe(room, radu);
    clock.advance(0);
    there.vanish();
    clock.advance(4000);
    expect(watcher.wire.take().map((frame) => frame.event)).toEqual([
      "pusher:connection_established",
      "pusher_internal:subscription_succeeded",
      "pusher_internal:member_added",
    ]);
    here.vanish();
    clock.advance(3000);
    expect(watcher.wire.take()).toMatchObject([{ event: "pusher_internal:member_removed", data: { user_id: "2" } }]);
  });

  test("[LIVE-6] the people of a leaving process have 3 s to reconnect elsewhere", async () => {
    const { clock, first, second } = startTwo();
    const watcher = first.connect();
    watcher.subscribe(room, ana);
    const mia = { user_id: "3", user_info: { name: "Mia" } };
    second.connect().subscribe(room, radu);
    second.connect().subscribe(room, mia);
    clock.advance(0);
    watcher.wire.take();
    await second.parts.cluster.close();
    clock.advance(2000);
    first.connect().subscribe(room, radu);
    clock.advance(999);
    expect(watcher.wire.take()).toEqual([]);
    clock.advance(1);
    expect(watcher.wire.take()).toMatchObject([{ event: "pusher_internal:member_removed", data: { user_id: "3" } }]);
    clock.advance(60_000);
    expect(watcher.wire.take().filter(({ event }) => event.includes("member"))).toEqual([]);
  });

  test("[LIVE-6a] the people of a dead process are gone within 5 s", () => {
    const { clock, first, second, cut } = startTwo();
    const watcher = first.connect();
    watcher.subscribe(room, ana);
    second.connect().subscribe(room, radu);
    clock.advance(0);
    cut(true);
    watcher.wire.take();
    clock.advance(3500);
    expect(watcher.wire.take()).toEqual([]);
    clock.advance(1500);
    expect(watcher.wire.take()).toMatchObject([{ event: "pusher_internal:member_removed", data: { user_id: "2" } }]);
    expect(first.parts.counts.count("7", room)).toBe(1);
  });

  test("[LIVE-6a] a process that stalled does not consider others dead", () => {
    const { clock, first, second } = startTwo();
    const watcher = first.connect();
    watcher.subscribe(room, ana);
    second.connect().subscribe(room, radu);
    clock.advance(0);
    watcher.wire.take();
    clock.skip(20_000);
    clock.advance(1000);
    clock.advance(10_000);
    expect(watcher.wire.take().map(({ event }) => event)).not.toContain("pusher_internal:member_removed");
    expect(first.parts.rosters.members("7", room).map((member) => member.userId)).toEqual(["1", "2"]);
  });

  test("[LIM-2c] a process that stalled does not consider the bus hanging", () => {
    const { clock, second, cut } = startTwo();
    clock.advance(1000);
    expect(second.parts.cluster.isReady()).toBe(true);
    cut(true);
    clock.advance(1000);
    clock.skip(60_000);
    clock.advance(0);
    expect(second.parts.cluster.isReady()).toBe(true);
    clock.advance(1000);
    expect(second.parts.cluster.isReady()).toBe(false);
    cut(false);
    clock.advance(1000);
    expect(second.parts.cluster.isReady()).toBe(true);
  });

  test("[LIVE-6] changes missed while the link is down are caught up on when it is back", () => {
    const { clock, first, second, cut } = startTwo();
    const leaver = second.connect();
    leaver.subscribe(room, radu);
    second.connect().subscribe(room, { user_id: "3" });
    clock.advance(0);
    cut(true);
    leaver.vanish();
    second.connect().subscribe(room, ana);
    clock.advance(3500);
    expect(first.parts.rosters.members("7", room).map((member) => member.userId)).toEqual(["2", "3"]);
    cut(false);
    clock.advance(5000);
    expect(first.parts.rosters.members("7", room).map((member) => member.userId)).toEqual(["3", "1"]);
    expect(first.parts.counts.count("7", room)).toBe(2);
    expect(first.parts.metrics.busGaps).toBe(1);
  });

  test("[LIVE-6] a process that cannot send asks for what it missed as soon as it can", () => {
    const { clock, first, second, cut, mute } = startTwo();
    const present = () => second.parts.rosters.members("7", room).map((member) => member.userId);
    mute(true);
    clock.advance(3000);
    cut(true);
    first.connect().subscribe(room, ana);
    clock.advance(0);
    cut(false);
    clock.advance(2000);
    expect(present()).toEqual([]);
    mute(false);
    clock.advance(2000);
    expect(present()).toEqual(["1"]);
  });

  test("[LIVE-6] a starting process learns the rosters from the running ones", () => {
    const memory = createMemoryBus();
    const clock = new FakeClock();
    const old = startCore({ clock, bus: memory.link() });
    old.connect().subscribe(room, ana);
    const young = startCore({ clock, bus: memory.link() });
    expect(young.parts.rosters.members("7", room)).toEqual([{ userId: "1", userInfo: { name: "Ana" } }]);
    expect(young.parts.counts.channels("7")).toEqual(new Set([room]));
  });

  test("[LIVE-8] a person is disconnected from all processes", () => {
    const { first, second } = startTwo();
    const [here, there] = [first.connect(), second.connect()];
    for (const client of [here, there]) client.subscribe("private-a");
    if (here.connection !== null) bind(here.connection, "1", "s1", first.parts);
    second.parts.cluster.publish({ kind: "unsubscribe", appId: "7", userId: "1", channel: "private-a" });
    expect(here.connection?.channels).toEqual([]);
    expect(there.connection?.channels).toHaveLength(1);
    second.parts.cluster.publish({ kind: "close-user", appId: "7", userId: "1", code: 4009 });
    expect(here.wire.closedWith?.code).toBe(4009);
  });

  test("[LIM-2a] a person's sockets are counted across all processes", () => {
    const { clock, first, second } = startTwo();
    for (let index = 0; index < 20; index += 1) {
      const core = index % 2 === 0 ? first : second;
      const client = core.connect();
      if (client.connection !== null) bind(client.connection, "1", "s", core.parts);
      clock.advance(0);
    }
    const last = first.connect();
    if (last.connection !== null) bind(last.connection, "1", "s", first.parts);
    expect(last.wire.closedWith?.code).toBe(4100);
  });

  test("[LIM-2a] new sockets of an address are counted across all processes", () => {
    const { first, second } = startTwo();
    for (let index = 0; index < 200; index += 1) second.parts.cluster.publish({ kind: "handshake", address: "a" });
    expect(first.parts.handshakes.fullForMs("a", 200, first.clock.steadyMs())).toBeGreaterThan(0);
    expect(first.parts.handshakes.fullForMs("b", 200, first.clock.steadyMs())).toBe(0);
  });
});
