import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { PushPlanner } from "./push-planner.ts";

test.each([-3_600_000, 3_600_000])("[WAIT-1] plans every second even if the clock is set by %i ms", async (ms) => {
  const clock = new FakeClock();
  const plan = () => Promise.resolve({ rooms: 0, youngIds: [], isElsewhere: false });
  const planner = new PushPlanner({ store: { plan }, clock, delayMs: 5000 });
  const looks: unknown[] = [];
  const look = async () => looks.push(await planner.plan());
  await look();
  clock.setBy(ms);
  await look();
  clock.advance(1000);
  await look();
  expect(looks).toEqual([false, null, false]);
});
