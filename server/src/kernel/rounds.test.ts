import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { endOfTick } from "./clock.ts";
import { silentLog } from "./log.ts";
import { Rounds } from "./rounds.ts";

function startRounds() {
  const clock = new FakeClock();
  let begun = 0;
  let end: (isMore: boolean) => void = () => undefined;
  const work = (): Promise<boolean> => {
    begun += 1;
    return new Promise((resolve) => (end = resolve));
  };
  const rounds = new Rounds({ work, everyMs: 1000, clock, log: silentLog, failure: "it failed" });
  rounds.start();
  const settle = async (isMore: boolean): Promise<void> => {
    end(isMore);
    await endOfTick();
  };
  return { rounds, clock, settle, begun: () => begun };
}

test("[PUSH-7] rounds follow at once while there is more to do, otherwise after an interval", async () => {
  const { clock, settle, begun } = startRounds();
  await settle(true);
  expect(begun()).toBe(2);
  await settle(false);
  expect(begun()).toBe(2);
  clock.advance(1000);
  await endOfTick();
  expect(begun()).toBe(3);
});

test("[PUSH-7] a wake is never lost, and rounds never overlap", async () => {
  const { rounds, settle, begun } = startRounds();
  rounds.wake();
  rounds.wake();
  expect(begun()).toBe(1);
  await settle(false);
  expect(begun()).toBe(2);
  await settle(false);
  rounds.wake();
  await endOfTick();
  expect(begun()).toBe(3);
});

test("[ERR-5b] a failed round is logged, and the next one follows", async () => {
  const [clock, lines] = [new FakeClock(), [] as string[]];
  const log = { warn: (_fields: object, line: string) => void lines.push(line) } as never;
  const work = () => Promise.reject(Object.assign(new Error("away"), { code: "57P01" }));
  const rounds = new Rounds({ work, everyMs: 1000, clock, log, failure: "it failed" }).start();
  await endOfTick();
  expect([lines, clock.timerCount]).toEqual([["it failed"], 1]);
  await rounds.stop();
  expect(clock.timerCount).toBe(0);
});

test("[RUN-5] stopping waits for the current round and starts no other", async () => {
  const { rounds, settle, begun } = startRounds();
  let isStopped = false;
  const stopped = rounds.stop().then(() => (isStopped = true));
  await endOfTick();
  expect(isStopped).toBe(false);
  await settle(true);
  await stopped;
  expect(begun()).toBe(1);
});
