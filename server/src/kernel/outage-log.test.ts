import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createOutageLog } from "./outage-log.ts";

test("[ERR-5b] an outage is logged at once, then every 30 s with a count, even if it comes and goes, and once when it is over", () => {
  const clock = new FakeClock();
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, sentence: string) => void lines.push([level, fields, sentence]);
  const log = { info: write("info"), warn: write("warn") };
  const outage = createOutageLog({ log, clock, begun: "away", over: "back" });
  outage.end();
  for (let half = 0; half < 121; half += 1) {
    outage.note(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
    clock.advance(500);
  }
  outage.end();
  outage.end();
  outage.note(new Error("again"));
  outage.end();
  clock.advance(30_000);
  outage.note(new Error("later"));
  expect(lines).toEqual([
    ["warn", { count: 1, reason: "ECONNREFUSED" }, "away"],
    ["warn", { count: 60, reason: "ECONNREFUSED" }, "away"],
    ["warn", { count: 60, reason: "ECONNREFUSED" }, "away"],
    ["info", { count: 0 }, "back"],
    ["warn", { count: 2, reason: "later" }, "away"],
  ]);
});
