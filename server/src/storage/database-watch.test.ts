import { describe, expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { watchDatabase } from "./database-watch.ts";

function start() {
  const clock = new FakeClock();
  const changes: string[] = [];
  const probes: PromiseWithResolvers<void>[] = [];
  const watch = watchDatabase({
    async probe() {
      const answer = Promise.withResolvers<void>();
      probes.push(answer);
      await answer.promise;
    },
    onAway: () => changes.push("away"),
    onBack: () => changes.push("back"),
    clock,
  });
  const answerProbe = async (isAnswered: boolean): Promise<void> => {
    const probe = probes.at(-1);
    if (isAnswered) probe?.resolve();
    else probe?.reject(new Error("timeout"));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, changes, probes, watch, answerProbe };
}

describe("a database that hangs", () => {
  test("[ERR-5] counts as down after 3 s without any response", () => {
    const { clock, changes, watch } = start();
    watch.started();
    clock.advance(2999);
    expect([watch.isAway(), changes]).toEqual([false, []]);
    clock.advance(1);
    expect([watch.isAway(), changes]).toEqual([true, ["away"]]);
  });

  test("[ERR-5] one slow statement is not enough: a probe decides", async () => {
    const { clock, changes, probes, watch, answerProbe } = start();
    watch.started();
    clock.advance(1500);
    expect(probes).toHaveLength(1);
    await answerProbe(true);
    clock.advance(2900);
    expect(changes).toEqual([]);
  });

  test("[ERR-5] responses on other connections prove that it works", () => {
    const { clock, changes, watch } = start();
    watch.started();
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1000);
      watch.answered();
    }
    expect(changes).toEqual([]);
  });

  test("[ERR-5] is back with the first response to a repeated probe", async () => {
    const { clock, changes, probes, watch, answerProbe } = start();
    watch.started();
    clock.advance(3000);
    watch.settled();
    await answerProbe(false);
    clock.advance(250);
    await answerProbe(false);
    expect([watch.isAway(), probes.length]).toEqual([true, 2]);
    clock.advance(250);
    await answerProbe(true);
    expect([watch.isAway(), changes]).toEqual([false, ["away", "back"]]);
  });

  test("[ERR-5] is not suspected because this process stalled", () => {
    const { clock, changes, watch } = start();
    watch.started();
    clock.skip(60_000);
    clock.advance(250);
    watch.answered();
    clock.advance(2900);
    expect(changes).toEqual([]);
  });

  test("[ERR-5] is watched without a timer while idle", () => {
    const { clock, watch } = start();
    expect(clock.timerCount).toBe(0);
    watch.started();
    watch.settled();
    clock.advance(250);
    expect(clock.timerCount).toBe(0);
  });
});
