import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { Outbox, type WaitingWire } from "./outbox.ts";

const pauseMs = 50;
const pause = { shortestMs: pauseMs, writesPerMs: 5, longestMs: 250 };

class FakeWaitingWire implements WaitingWire {
  writtenAtMs = 0;
  writes = 0;

  flush(nowMs: number): void {
    this.writtenAtMs = nowMs;
    this.writes += 1;
  }
}

const endOfTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("[LIVE-9] a broadcast after silence leaves at the end of its tick", async () => {
  const outbox = new Outbox(new FakeClock(), pause);
  const wire = new FakeWaitingWire();
  outbox.writeSoon(wire);
  expect(wire.writes).toBe(0);
  await endOfTick();
  expect(wire.writes).toBe(1);
});

test("[LIVE-9] a broadcast right after another waits for the rest of the pause, and no longer", async () => {
  const clock = new FakeClock();
  const outbox = new Outbox(clock, pause);
  const wire = new FakeWaitingWire();
  outbox.writeSoon(wire);
  await endOfTick();
  clock.advance(20);
  outbox.writeSoon(wire);
  await endOfTick();
  expect(wire.writes).toBe(1);
  clock.advance(29);
  expect(wire.writes).toBe(1);
  clock.advance(1);
  expect(wire.writes).toBe(2);
});

test("[LIVE-9] an answer to the socket itself never waits for the pause", async () => {
  const clock = new FakeClock();
  const outbox = new Outbox(clock, pause);
  const wire = new FakeWaitingWire();
  wire.flush(clock.now());
  outbox.writeThisTick(wire);
  await endOfTick();
  expect(wire.writes).toBe(2);
});

test("[LIVE-9] a busy socket does not hold back a quiet one", async () => {
  const clock = new FakeClock();
  const outbox = new Outbox(clock, pause);
  const [busy, quiet] = [new FakeWaitingWire(), new FakeWaitingWire()];
  busy.flush(clock.now());
  outbox.writeSoon(busy);
  outbox.writeSoon(quiet);
  await endOfTick();
  expect([busy.writes, quiet.writes]).toEqual([1, 1]);
});

test("[LIVE-9] a clock that was set back delays a write by one pause at most", () => {
  const clock = new FakeClock();
  const outbox = new Outbox(clock, pause);
  const wire = new FakeWaitingWire();
  wire.flush(clock.now() + 3_600_000);
  outbox.writeSoon(wire);
  clock.advance(pauseMs);
  expect(wire.writes).toBe(2);
});

/** Lets so many sockets wait and be written at the end of the pause; answers how long that was, ms. */
function pauseOf(outbox: Outbox, clock: FakeClock, sockets: number): number {
  const wires = Array.from({ length: sockets }, () => new FakeWaitingWire());
  for (const wire of wires) {
    wire.flush(clock.now());
    outbox.writeSoon(wire);
  }
  let waitedMs = 0;
  for (; wires.some(({ writes }) => writes === 1) && waitedMs < 1000; waitedMs += 1) clock.advance(1);
  expect(wires.every(({ writes }) => writes === 2)).toBe(true);
  return waitedMs;
}

test("[LIVE-9] where more sockets are written in a pause the next one is longer, within its bound, and short again after", () => {
  const clock = new FakeClock();
  const outbox = new Outbox(clock, pause);
  const pauses = [250, 250, 1000, 5000, 5000, 1, 1].map((sockets) => pauseOf(outbox, clock, sockets));
  expect(pauses).toEqual([50, 50, 50, 200, 250, 250, 50]);
});
