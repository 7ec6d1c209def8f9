import { expect, test } from "vitest";
import { soundHistory } from "../checker/sound-history.ts";
import { toLine } from "../history/history-line.ts";
import { figuresOf } from "./figures.ts";
import { percentiles } from "./percentiles.ts";

test("[ERR-3] times count from the planned moment of a message, also for a later try and for each recipient", () => {
  const line = { proc: "ana", f: "publish", room: 1, key: "k" } as const;
  const figures = figuresOf([
    toLine({ ...line, type: "invoke", value: 100 }, 150),
    toLine({ ...line, type: "info" }, 400),
    toLine({ ...line, type: "invoke", value: 100 }, 500),
    toLine({ ...line, type: "ok" }, 600),
    toLine({ proc: "radu", f: "live", type: "ok", room: 1, key: "k" }, 350),
    toLine({ proc: "mihai", f: "live", type: "ok", room: 1, key: "stranger" }, 350),
  ]);
  expect(figures.calls.publish).toEqual({ offered: 2, ok: 1, fail: 0, info: 1 });
  expect([figures.ack.max, figures.deliver.max, figures.deliver.count]).toEqual([500, 250, 1]);
});

test("[ERR-3] the calls of a history are counted by outcome", () => {
  expect(figuresOf(soundHistory).calls).toMatchObject({
    publish: { offered: 2, ok: 2, fail: 0, info: 0 },
    read: { offered: 1, ok: 1, fail: 0, info: 0 },
    leave: { offered: 0, ok: 0, fail: 0, info: 0 },
  });
});

test("[ERR-3] percentiles are by nearest rank", () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentiles(times)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  expect(percentiles([])).toEqual({ count: 0, p50: 0, p95: 0, p99: 0, max: 0 });
});
