import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, onTestFinished, vi } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { connectSharedCounts } from "../kernel/shared-counts.ts";
import { FakeClock } from "./realtime/fake-clock.ts";

export const addOne = "return { redis.call('INCR', KEYS[1]) }";

/** Starts shared counts as one process does, with a fake clock and a recorded log. */
export async function startCounts(url: string) {
  const clock = new FakeClock();
  const warned: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void warned.push(fields) };
  const counts = await connectSharedCounts({ url, prefix: "test", secret: "secret", clock, log });
  onTestFinished(() => counts.close());
  const add = () => counts.run(addOne, ["n"], []);
  /** Lets time pass as it does in an idle process. */
  const pass = async (ms: number): Promise<void> => {
    for (let n = 0; n < ms; n += 1) {
      clock.advance(1);
      await endOfTick();
      await endOfTick();
    }
  };
  /** Resolves when all processes share counts again. */
  const untilShared = (): Promise<void> =>
    vi.waitFor(async () => {
      // The clock stops during a probe, so that the response arrives in time.
      if (clock.timerCount > 0) clock.advance(100);
      expect(await add()).not.toBeNull();
    }, patient);
  return { clock, warned, counts, add, pass, untilShared };
}
