import { expect, test } from "vitest";
import { endOfTick } from "../clock.ts";
import { silentLog } from "../log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import type { RoomPlace } from "../rooms/store.ts";
import { createChannelRecheck } from "./recheck-channels.ts";

function startRecheck() {
  const members = new Map<number, number[]>();
  const present = new Map<string, number[]>();
  const revoked: [number, string][] = [];
  let looks = 0;
  let failure: Error | null = null;
  let hold: Promise<void> = Promise.resolve();
  const clock = new FakeClock();
  const recheck = createChannelRecheck({
    clock,
    rooms: {
      async findStrangers(places) {
        looks += 1;
        if (failure !== null) throw failure;
        const isMember = ({ participantId, offerId }: RoomPlace) => members.get(participantId)?.includes(offerId);
        const strangers = places.filter((place) => isMember(place) !== true);
        await hold;
        return strangers;
      },
    },
    present: () => present,
    revoker: { revoke: (participantId, channel) => void revoked.push([participantId, channel]) },
    log: silentLog,
  });
  const fail = (error: Error | null): void => void (failure = error);
  /** The next answers are read now and come when the given function is called. */
  const holdAnswers = (): (() => void) => {
    const held = Promise.withResolvers<void>();
    hold = held.promise;
    return () => {
      hold = Promise.resolve();
      held.resolve();
    };
  };
  return { members, present, revoked, clock, recheck, looks: () => looks, fail, holdAnswers };
}

test("[ROOM-6] who left a room while processes did not hear each other loses its channel, and no other", async () => {
  const { members, present, revoked, recheck } = startRecheck();
  members.set(1, [10_001]).set(2, [10_001, 10_002]);
  present.set("presence-oferta.10001", [1]).set("presence-oferta.10002", [1, 2]).set("presence-lobby", [3]);
  await recheck.look();
  expect(revoked).toEqual([[1, "presence-oferta.10002"]]);
});

test("[ROOM-6] many places are looked at in portions, each of them", async () => {
  const { members, present, revoked, recheck, looks } = startRecheck();
  const people = Array.from({ length: 10_001 }, (_, place) => place + 1);
  present.set("presence-oferta.10001", people);
  for (const person of people) members.set(person, person % 5000 === 0 ? [] : [10_001]);
  await recheck.look();
  expect(revoked.map(([person]) => person)).toEqual([5000, 10_000]);
  // Strangers are asked for once more.
  expect(looks()).toBe(3 + 2);
});

test("[ROOM-6] losses during a look make one more look", async () => {
  const { members, present, recheck, looks } = startRecheck();
  present.set("presence-oferta.10001", [1]);
  members.set(1, [10_001]);
  await Promise.all([recheck.look(), recheck.look(), recheck.look()]);
  expect(looks()).toBe(2);
});

test("[ROOM-6] while the database is away it is asked again every second, until it answers", async () => {
  const { present, revoked, recheck, looks, fail, clock } = startRecheck();
  present.set("presence-oferta.10001", [1]);
  fail(new Error("away"));
  const looking = recheck.look();
  await endOfTick();
  expect([looks(), revoked]).toEqual([1, []]);
  clock.advance(1000);
  await endOfTick();
  expect(looks()).toBe(2);
  fail(null);
  clock.advance(1000);
  await looking;
  expect([looks(), revoked]).toEqual([4, [[1, "presence-oferta.10001"]]]);
});

test("[RUN-5] a look that is stopped asks no more", async () => {
  const { present, recheck, looks, fail, clock } = startRecheck();
  present.set("presence-oferta.10001", [1]);
  fail(new Error("away"));
  void recheck.look();
  await endOfTick();
  recheck.stop();
  clock.advance(5000);
  await endOfTick();
  expect(looks()).toBe(1);
});

test("[ROOM-6] after a leave that nobody knows the end of all are looked at until it cannot be committed any more", async () => {
  const { present, revoked, members, recheck, clock, looks } = startRecheck();
  present.set("presence-oferta.10001", [1]);
  members.set(1, [10_001]);
  recheck.keepLooking();
  for (let second = 0; second < 9; second += 1) {
    await endOfTick();
    clock.advance(1000);
  }
  members.set(1, []);
  await endOfTick();
  clock.advance(1000);
  await endOfTick();
  expect(revoked).toContainEqual([1, "presence-oferta.10001"]);
  const sofar = looks();
  clock.advance(60_000);
  await endOfTick();
  expect(looks() - sofar).toBeLessThanOrEqual(1);
});

test("[ROOM-6] who joined again while a look was under way keeps the channel", async () => {
  const { members, present, revoked, recheck, holdAnswers } = startRecheck();
  present.set("presence-oferta.10001", [1, 2]);
  const answer = holdAnswers();
  const looking = recheck.look();
  await endOfTick();
  members.set(1, [10_001]);
  answer();
  await looking;
  expect(revoked).toEqual([[2, "presence-oferta.10001"]]);
});
