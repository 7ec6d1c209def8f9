import { expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { createWriteEvenly } from "./even-answers.ts";

/** Works for a moment, as writing a large answer does. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test("[SEC-5] large answers that are ready together leave one in a turn, small ones all at once", async () => {
  const writeEvenly = createWriteEvenly();
  const written: string[] = [];
  const write = (name: string, ms: number) =>
    writeEvenly(() => {
      work(ms);
      written.push(name);
    });
  const all = [write("small", 0), write("small", 0), write("large", 5), write("large", 5), write("small", 0)];
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    seen.push(written.length);
    await endOfTick();
  }
  await Promise.all(all);
  expect(seen[0]).toBe(3);
  expect(written).toEqual(["small", "small", "large", "large", "small"]);
  expect(seen[1]).toBeLessThan(5);
});
