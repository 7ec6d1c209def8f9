import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { endOfTick } from "./clock.ts";
import { Rounds } from "./rounds.ts";

/** Rounds whose work ends when the test says so, and how often it began. */
function startRounds() {
  const clock = new FakeClock();
  let begun = 0;
  let end: (isMore: boolean) => void = () => undefined;
  const work = (): Promise<boolean> => {
    begun += 1;
    return new Promise((resolve) => (end = resolve));
  };
  const rounds = new Rounds({ work, everyMs: 1000, clock });
  rounds.start();
  const settle = async (isMore: boolean): Promise<void> => {
    end(isMore);
    await endOfTick();
  };
  return { rounds, clock, settle, begun: () => begun };
}

test("[PUSH-7] rounds follow one another while there is more, and else after a while", async () => {
  const { clock, settle, begun } = startRounds();
  await settle(true);
  expect(begun()).toBe(2);
  await settle(false);
  expect(begun()).toBe(2);
  clock.advance(1000);
  await endOfTick();
  expect(begun()).toBe(3);
});

test("[PUSH-7] what wakes them is never lost, and none runs beside another", async () => {
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

test("[RUN-5] stopping waits for the round under way and begins no other", async () => {
  const { rounds, settle, begun } = startRounds();
  let isStopped = false;
  const stopped = rounds.stop().then(() => (isStopped = true));
  await endOfTick();
  expect(isStopped).toBe(false);
  await settle(true);
  await stopped;
  expect(begun()).toBe(1);
});
