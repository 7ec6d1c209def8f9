import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { watchStill } from "../files/upload.ts";

function watched() {
  const clock = createFakeClock();
  const seen = { still: 0 };
  return { clock, seen, watch: watchStill(clock, () => (seen.still += 1)) };
}

test("[ATT-6] an upload that stalls for a minute is dead, a moving one is not", () => {
  const { clock, seen, watch } = watched();
  for (let step = 1; step <= 5; step += 1) {
    clock.pass(59_000);
    watch.moved(step);
  }
  expect(seen.still).toBe(0);
  clock.pass(61_000);
  expect(seen.still).toBe(1);
});

test("[ATT-6b] data that the device buffered at once gets the time that a slow link needs", () => {
  const { clock, seen, watch } = watched();
  // 400 kB take 100 s at 4 kB/s.
  watch.moved(400_000);
  clock.pass(159_000);
  expect(seen.still).toBe(0);
  clock.pass(2000);
  expect(seen.still).toBe(1);
});

test("[ATT-6] an ended upload is not reported", () => {
  const { clock, seen, watch } = watched();
  watch.moved(1000);
  watch.stop();
  clock.pass(1_000_000);
  expect(seen.still).toBe(0);
});
