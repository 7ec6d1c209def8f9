import { expect, it } from "vitest";
import { checkTestClocks } from "./check-test-clocks.mjs";
import { plantTree } from "./planted-tree.ts";

/** Joins the parts of a call, so that this file passes the check. */
const call = (...parts: string[]) => parts.join("");

it.each([
  ["server/src/a.test.ts", call("const at = performance", ".now();"), "reads the machine's clock"],
  ["server/src/testing/a.ts", call("const at = Date", ".now();"), "reads the machine's clock"],
  ["web/src/a.page.test.tsx", call("const at = new ", "Date();"), "reads the machine's clock"],
  ["e2e/src/a.e2e.ts", call("await page.waitFor", "Timeout(500);"), "sleeps"],
  ["e2e/src/people.ts", call("await new Promise((resolve) => set", "Timeout(resolve, 500));"), "sleeps"],
  ["web/src/a.test.ts", call("window.set", "Timeout(done, 500);"), "sleeps"],
  ["server/src/a.test.ts", call("await imp", 'ort("node:timers/promises");'), "sleeps"],
  ["e2e/src/b.e2e.ts", call("await row.waitFor({ time", "out: patienceMs / 100 });"), "bounds a wait"],
  ["server/src/a.test.ts", call("systemClock.set", "Timeout(() => socket.resume(), 20);"), "sleeps"],
  ["server/src/a.test.ts", call("await pau", "se(systemClock, 5);"), "sleeps"],
  ["server/src/a.pg.test.ts", call('import { setTimeout } from "node:timers', '/promises";'), "sleeps"],
  ["e2e/src/a.full.e2e.ts", call("await row.waitFor({ time", "out: 2000 });"), "bounds a wait"],
  ["server/src/a.test.ts", call("}, 20", "_000);"), "bounds a wait"],
  ["server/src/a.test.ts", call("vi.setConfig({ test", "Timeout: 90_000 });"), "bounds a wait"],
  ["server/src/a.test.ts", call("fetch(url, { signal: AbortSignal.time", "out(500) });"), "bounds a wait"],
  [
    "server/src/a.test.ts",
    call('import { startStopwatch } from "@cuplaj/protocol/testing/stop', 'watch.ts";'),
    "measures outside of *.timed.*",
  ],
])("[RUN-2g] in %s a clock that decides is reported: %s", (file, text, says) => {
  expect(checkTestClocks(plantTree({ [file]: `${text}\n` }))).toEqual([`${file}:1: ${says}`]);
});

it("[RUN-2g] the product, benches, loads and the two owners keep their clocks, and a timed test measures", () => {
  const files = {
    "server/src/kernel/clock.ts": call("export const now = () => Date", ".now();"),
    "bench/src/a.bench.ts": call("const at = performance", ".now();"),
    "faults/src/clock.ts": call("export const now = () => Date", ".now();"),
    "protocol/src/testing/test-clock.ts": call("export const nowMs = () => Date", ".now();"),
    "server/src/a.timed.test.ts": call('import { startStopwatch } from "@cuplaj/protocol/testing/stop', 'watch.ts";'),
    "server/src/b.test.ts": "await vi.waitFor(() => expect(rows).toEqual([]), patient);",
  };
  expect(checkTestClocks(plantTree(files))).toEqual([]);
});

it.each([
  ["what a text says", "tooling/a.test.ts", call('const planted = "const now = Date', '.now();";')],
  ["a clock of the test's own", "server/src/testing/fake-clock.ts", "  setTimeout(run: () => void, delayMs: number) {"],
  ["what passes a clock on", "server/src/testing/a-clock.ts", "  setTimeout(...given) {"],
  ["a wait that ends what hangs", "server/src/rooms/a.test.ts", "const patient = { timeout: patienceMs };"],
])("[RUN-2g] accepts %s", (_what, file, line) => {
  expect(checkTestClocks(plantTree({ [file]: line }))).toEqual([]);
});
