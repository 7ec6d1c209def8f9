import { Check } from "typebox/value";
import { onTestFinished, describe, expect, test } from "vitest";
import { RoomHeads } from "@cuplaj/protocol/events.ts";
import { endOfTick } from "../kernel/clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { ActiveRooms } from "./active-rooms.ts";
import { RoomTail, type TailSockets } from "./room-tail.ts";
import type { ActiveRoom, ActiveRoomStore } from "./store.ts";

const [ana, radu, mia] = [1, 2, 3] as const;

function start() {
  const clock = new FakeClock();
  const rooms = new Map<number, ActiveRoom>();
  const members = new Map<number, number[]>();
  const holders = new Map<string, number[]>();
  const announced: { channels: readonly string[]; heads: RoomHeads["heads"] }[] = [];
  const versions: (number | undefined)[] = [];
  const revoked: [number, string][] = [];
  const warned: object[] = [];
  const state = {
    isEmpty: false,
    isAway: false,
    memberReads: 0,
    failsFor: 0,
  };
  const sockets: TailSockets = {
    isEmpty: () => state.isEmpty,
    isConnected: (id) => id !== mia,
    holders: (channel) => holders.get(channel) ?? [],
    revokeHere: (id, channel) => void revoked.push([id, channel]),
    broadcastHere(_event, channels, data) {
      expect(Check(RoomHeads, data)).toBe(true);
      announced.push({ channels, heads: data.heads });
      versions.push(data.user_version);
    },
  };
  const log = { warn: (fields: object) => void warned.push(fields) } as never;
  const tail = new RoomTail({
    clock,
    sockets,
    epoch: "one",
    findVersions: async (ids) => new Map(ids.filter((id) => id === ana).map((id) => [id, 3])),
    log,
    store: {
      async listAudiences(ids) {
        state.memberReads += 1;
        expect(ids.length).toBeLessThanOrEqual(500);
        if (ids.includes(state.failsFor)) throw new Error("too much");
        return ids.map((roomId) => ({ roomId, name: "", membersSeq: 0, memberIds: members.get(roomId) ?? [] }));
      },
    },
  });
  const store: ActiveRoomStore = {
    async listActive(_sinceMs, skip, take) {
      if (state.isAway) throw new Error("away");
      return { rooms: [...rooms.values()].slice(skip, skip + take), atMs: clock.now() };
    },
  };
  const activeRooms = new ActiveRooms({ store, clock, log });
  activeRooms.watch((...read) => tail.check(...read));
  activeRooms.start();
  onTestFinished(async () => {
    await activeRooms.stop();
    await tail.stop();
  });
  const commit = (id: number, lastSeq: number, membersSeq = 2): void => {
    rooms.set(id, { id, name: `oferta.${10_000 + id}`, lastSeq, membersSeq });
    if (!members.has(id)) members.set(id, [ana, radu, mia]);
  };
  const rest = (id: number): boolean => rooms.delete(id);
  const pass = async (ms: number): Promise<void> => {
    await endOfTick();
    for (let left = ms; left > 0; left -= 50) {
      clock.advance(50);
      await endOfTick();
    }
  };
  return { clock, tail, state, members, holders, announced, versions, revoked, warned, commit, rest, pass };
}

const heads = (id: number, lastSeq: number) => [{ id, last_seq: lastSeq }];

describe("unbroadcast events", () => {
  test("[ERR-3b] the room's head is announced within 1.3 s, once, on the room's channel and its members' own", async () => {
    const { announced, commit, pass } = start();
    commit(5, 7);
    await pass(1300);
    const channels = ["presence-oferta.10005", "private-user.1", "private-user.2", "private-user.3"];
    expect(announced).toEqual([{ channels, heads: heads(5, 7) }]);
    await pass(5000);
    expect(announced).toHaveLength(1);
    commit(5, 8);
    await pass(1300);
    expect(announced.at(-1)?.heads).toEqual(heads(5, 8));
  });

  test("[ERR-3b] events broadcast within 250 ms are not announced again, without reading members", async () => {
    const { announced, tail, commit, pass, state } = start();
    commit(5, 7);
    tail.record(5, 7);
    commit(6, 3);
    await pass(1100);
    tail.record(6, 3);
    await pass(5000);
    expect([announced, state.memberReads]).toEqual([[], 0]);
    // Only the highest `seq` counts, since clients notice gaps below it.
    commit(5, 9);
    for (const seq of [9, 8]) tail.record(5, seq);
    await pass(5000);
    expect(announced).toEqual([]);
  });

  test("[ERR-3b] a stalled process compares once it runs again", async () => {
    const { announced, commit, pass, clock } = start();
    await pass(1000);
    clock.skip(30_000);
    commit(5, 7);
    await pass(300);
    expect(announced.map((announcement) => announcement.heads)).toEqual([heads(5, 7)]);
  });
});

describe("very many rooms", () => {
  const announcedIds = (announced: readonly { readonly heads: RoomHeads["heads"] }[]): ReadonlySet<number> =>
    new Set(announced.flatMap((one) => one.heads.map(({ id }) => id)));

  test("[ERR-3b] rooms whose members cannot be read block no others, and are announced later", async () => {
    const { announced, commit, rest, pass, state, warned } = start();
    for (let id = 1; id <= 1200; id += 1) commit(id, 7);
    state.failsFor = 700;
    await pass(1300);
    expect([announced.length, warned.length]).toEqual([700, 1]);
    // Rooms are retried even if they are no longer listed as active.
    for (let id = 1; id <= 1200; id += 1) rest(id);
    await pass(100_000);
    expect([announced.length, warned.length]).toEqual([700, 2]);
    state.failsFor = 0;
    await pass(1300);
    expect([announced.length, announcedIds(announced).size]).toEqual([1200, 1200]);
  });

  test("[LIVE-3e] announcements of all heads omit only those that cannot be read", async () => {
    const { announced, commit, pass, state, tail } = start();
    for (let id = 1; id <= 600; id += 1) commit(id, 7);
    for (let id = 1; id <= 600; id += 1) tail.record(id, 7);
    state.failsFor = 550;
    await pass(46_000);
    expect(announced.map(({ channels, heads }) => [channels[0], heads.length])).toEqual([
      ["private-user.1", 500],
      ["private-user.2", 500],
    ]);
  });
});

describe("former members", () => {
  test("[ROOM-6b] an event older than a join or leave known here is kept from everybody", async () => {
    const { commit, pass, tail } = start();
    commit(5, 9, 8);
    expect(tail.record(5, 6)).toBe(true);
    await pass(1300);
    expect([7, 8, 9, 10].map((seq) => tail.record(5, seq))).toEqual([false, true, true, true]);
    expect(tail.record(6, 1)).toBe(true);
  });

  test("[ROOM-6b] former members lose the room's channel, and nobody else does", async () => {
    const { revoked, announced, holders, members, commit, pass, tail } = start();
    commit(5, 9, 7);
    tail.record(5, 9);
    members.set(5, [ana]);
    holders.set("presence-oferta.10005", [ana, radu]).set("presence-oferta.10006", [radu]);
    await pass(1300);
    expect(revoked).toEqual([[radu, "presence-oferta.10005"]]);
    // The person's page may not know of the leave, and gets nothing after it.
    expect(announced).toEqual([{ channels: ["private-user.2"], heads: heads(5, 7) }]);
  });

  test("[ROOM-6b] members are read once per change of them, and only for rooms held here", async () => {
    const { holders, commit, pass, tail, state } = start();
    commit(5, 7, 7);
    commit(6, 7, 7);
    for (const id of [5, 6]) tail.record(id, 9);
    holders.set("presence-oferta.10005", [ana, radu]);
    await pass(5000);
    expect(state.memberReads).toBe(1);
    commit(5, 8, 8);
    await pass(5000);
    expect(state.memberReads).toBe(2);
  });

  test("[ROOM-6d] a person who joins while members are read keeps the channel", async () => {
    const { revoked, holders, members, commit, clock, tail, state } = start();
    commit(5, 7, 7);
    tail.record(5, 7);
    members.set(5, [ana]);
    holders.set("presence-oferta.10005", [ana]);
    await endOfTick();
    clock.advance(1000);
    // The rooms have been read, but their members have not.
    while (state.memberReads === 0) await Promise.resolve();
    holders.set("presence-oferta.10005", [ana, radu]);
    await endOfTick();
    expect(revoked).toEqual([]);
  });
});

describe("heads of all", () => {
  test("[LIVE-3e] every 45 s everyone connected gets the heads of all their recently active rooms, on their own channel", async () => {
    const { announced, tail, commit, pass } = start();
    commit(5, 7);
    commit(6, 9);
    for (const id of [5, 6]) tail.record(id, 9);
    await pass(44_000);
    expect(announced).toEqual([]);
    await pass(1300);
    const both = [...heads(5, 7), ...heads(6, 9)];
    expect(announced).toEqual([
      { channels: ["private-user.1"], heads: both },
      { channels: ["private-user.2"], heads: both },
    ]);
    await pass(45_000);
    expect(announced).toHaveLength(4);
  });

  test("[LIVE-3e] if the database is down at that time, they get them when it is back", async () => {
    const { announced, tail, commit, pass, state } = start();
    commit(5, 7);
    tail.record(5, 7);
    state.isAway = true;
    await pass(50_000);
    state.isAway = false;
    await pass(1300);
    expect(announced.map(({ channels }) => channels)).toEqual([["private-user.1"], ["private-user.2"]]);
  });
});

test("[AUTH-8] announcements of all heads carry the version of each person's own settings, those of one room do not", async () => {
  const { versions, tail, commit, pass } = start();
  commit(5, 7);
  await pass(1300);
  expect(versions).toEqual([undefined]);
  tail.record(5, 7);
  await pass(45_000);
  expect(versions).toEqual([undefined, 3, 0]);
});

test("[LIVE-3e] without open sockets members are read every 45 s, and at once when one opens", async () => {
  const { pass, state, commit, announced } = start();
  state.isEmpty = true;
  commit(5, 6);
  await pass(44_900);
  expect(state.memberReads).toBe(0);
  await pass(10_000);
  // One read is for the room that is behind, and one for all heads.
  expect(state.memberReads).toBe(2);
  state.isEmpty = false;
  commit(5, 7);
  await pass(1300);
  expect(announced.at(-1)?.heads).toEqual(heads(5, 7));
});
